// What the server cannot do: keep what is open and typed while a page renews itself, and lead the cursor on.
"use strict";

(() => {
  const live = () => document.getElementById("live");

  // A menu the hand has opened and a field it is typing in stay as they are when new results come in.
  Idiomorph.defaults.ignoreActiveValue = true;
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !(name === "open" && node.tagName === "DETAILS");

  let entered = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const row = event.detail.elt.closest("[data-table]");
    entered = row && event.detail.requestConfig.verb === "post" ? Number(row.dataset.table) : null;
  });

  // After a result the cursor stands at the next open table, or at the main action when none is open.
  document.addEventListener("htmx:afterSettle", () => {
    markMe();
    if (entered === null) return;
    const table = entered;
    entered = null;
    const rows = [...document.querySelectorAll("[data-table]")];
    const refused = rows.find((row) => Number(row.dataset.table) === table && row.querySelector(".problem"));
    const open = rows.filter((row) => row.classList.contains("open"));
    const next = refused || open.find((row) => Number(row.dataset.table) > table) || open[0];
    if (next && next !== refused) next.querySelectorAll("details[open]").forEach((menu) => { menu.open = false; });
    document.querySelectorAll("details.more[open]").forEach((menu) => { if (!refused) menu.open = false; });
    const target = next ? next.querySelector(finePointer() ? ".typed" : ".scores .btn") : document.getElementById("main-action");
    if (target) target.focus({ preventScroll: false });
  });

  const finePointer = () => window.matchMedia("(pointer: fine)").matches;

  // The table comes from a shared cache, so the phone itself marks the row of the player it remembers.
  function markMe() {
    const region = live();
    if (!region || !region.dataset.me) return;
    document.querySelectorAll(`[data-number="${region.dataset.me}"]`).forEach((row) => row.classList.add("me"));
  }

  // The field is empty and ready again once a player is on the list.
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.elt;
    if (form.matches && form.matches("form.add-player") && event.detail.successful) {
      form.reset();
      form.querySelector("input:not([type=hidden])").focus();
    }
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => document.body.classList.add("is-offline"));
  }
  document.addEventListener("htmx:afterOnLoad", () => document.body.classList.remove("is-offline"));

  // A phone that was asleep asks at once.
  document.addEventListener("visibilitychange", () => {
    const region = live();
    if (!document.hidden && region) htmx.trigger(region, "wake");
  });

  document.addEventListener("DOMContentLoaded", markMe);
})();
