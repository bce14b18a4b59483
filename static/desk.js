// At the desk: what is suggested, any table from anywhere, and menus that stay on the screen.
"use strict";

(() => {
  // Suggestions that come when the field says something else already are of no use.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt, parameters } = detail.requestConfig;
    const isLate = elt instanceof HTMLInputElement && elt.id === "new_name" && parameters.name !== elt.value;
    if (isLate) detail.shouldSwap = false;
  });

  const APART = /^(\d{1,3})\s*[\s:;,./–-]\s*(\d{1,3})$/;
  const RUN_TOGETHER = /^(\d{1,3})(\d)$/;
  const typeIn = () => document.getElementById("type-in");
  const mayRunTogether = () => typeIn()?.dataset.runsTogether !== undefined;
  /** @param {string} score */
  const pointsOf = (score) => APART.exec(score) || (mayRunTogether() ? RUN_TOGETHER.exec(score) : null);

  // Nobody waits for the answer: the cursor goes on as soon as an entry has been taken. It never rests on a button that
  // takes money.
  document.addEventListener("queue:taken", ({ target }) => {
    if (target.matches(".add-player")) readyForTheNextName();
    else if (target.matches(".take")) document.querySelector(".owing .entry-row:not(.sending)")?.focus({ preventScroll: true });
    else if (target.matches("#paid-together")) document.getElementById("content").focus({ preventScroll: true });
    else if (target.matches(".add-prize")) readyForTheNextPrize();
    else if (target === typeIn()) preview();
  });

  function readyForTheNextName() {
    document.getElementById("known-players").replaceChildren();
    document.getElementById("new_name")?.focus();
  }

  function readyForTheNextPrize() {
    const place = document.getElementById("place-new");
    // The last option is another cost, which follows no place.
    if (place.selectedIndex < place.options.length - 2) place.selectedIndex += 1;
    document.getElementById("description-new").focus();
  }

  // Any table from anywhere: "57 3 1" enters 3:1 at table 57, "57" alone leads there. "/" is the way to the field.
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    const offered = field instanceof HTMLInputElement ? field.offered : "";
    const isTyping = field !== null && field.value !== (offered || "");
    if (event.key !== "/" || isTyping || !typeIn()) return;
    event.preventDefault();
    document.getElementById("typed-table")?.select();
  });

  function typedTable() {
    const typed = document.getElementById("typed-table")?.value ?? "";
    const [, table, rest] = /^\s*(\d{1,4})(?:[\s.,:;]+(\S.*))?\s*$/.exec(typed) || [];
    const row = table ? document.querySelector(`[data-table="${Number(table)}"]`) : null;
    const score = rest?.trim() ?? "";
    return { row, score, points: pointsOf(score) };
  }

  document.addEventListener("input", ({ target }) => {
    if (target.id === "typed-table") preview();
  });
  document.addEventListener("htmx:afterSwap", () => { if (typeIn()) preview(); });

  /**
   * @param {HTMLElement} row
   * @param {".first" | ".second"} side
   */
  const nameIn = (row, side) => row.querySelector(`${side} bdi`)?.textContent ?? "";

  function preview() {
    const { row, points } = typedTable();
    const place = document.getElementById("type-in-preview");
    document.querySelectorAll(".aimed").forEach((aimed) => { aimed.classList.toggle("aimed", aimed === row); });
    place.hidden = !row;
    if (!row) return;
    if (!row.classList.contains("aimed")) row.scrollIntoView({ block: "nearest", behavior: "instant" });
    row.classList.add("aimed");
    const table = document.createElement("strong");
    table.textContent = `${row.getAttribute("aria-label")}:`;
    const score = document.createElement("strong");
    score.textContent = points ? `${points[1]}:${points[2]}` : "–";
    place.replaceChildren(table, ` ${nameIn(row, ".first")} `, score, ` ${nameIn(row, ".second")}`);
  }

  // What is typed of a table goes out as if it had been typed in its row, with what the page shows there.
  document.addEventListener("queue:taking", (event) => {
    if (event.target !== typeIn()) return;
    const { row, score } = typedTable();
    const form = row?.querySelector(".typed-form");
    if (!row || !form) return;
    if (!score) {
      event.preventDefault();
      event.target.reset();
      preview();
      row.dispatchEvent(new CustomEvent("desk:typed", { bubbles: true }));
      return;
    }
    event.detail.url = form.getAttribute("action") ?? "";
    event.detail.values.typed = score;
    event.detail.values.seen = form.querySelector("[name=seen]").value;
    row.querySelector("details.result")?.removeAttribute("open");
  });

  /**
   * A menu opens to where there is room for it; on phones it always stands at the foot of the screen.
   *
   * @param {HTMLDetailsElement} menu
   */
  function keepOnTheScreen(menu) {
    const panel = menu.querySelector(".panel");
    if (!panel) return;
    panel.classList.remove("upwards");
    panel.style.translate = "";
    if (getComputedStyle(panel).position === "fixed") return;
    const { bottom, height, left } = panel.getBoundingClientRect();
    const isBelow = bottom > window.innerHeight;
    if (isBelow && menu.getBoundingClientRect().top > height) panel.classList.add("upwards");
    else if (isBelow) panel.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (left < 8) panel.style.translate = `${8 - left}px`;
  }

  document.addEventListener("toggle", ({ target }) => {
    const menu = target.closest("details.more[open]");
    if (menu) keepOnTheScreen(menu);
  }, true);
  document.addEventListener("htmx:afterSwap", () => document.querySelectorAll("details.more[open]").forEach(keepOnTheScreen));

  // What was opened since the closing has a tick with its time, on this device; a browser that keeps nothing shows none.
  const papers = () => [...document.querySelectorAll(".remains [data-done]")];
  /** @param {HTMLElement} paper */
  const keyOf = (paper) => `done ${paper.closest(".remains")?.dataset.since} ${paper.getAttribute("href")}`;

  function showWhatIsDone() {
    papers().forEach((paper) => {
      const at = localStorage.getItem(keyOf(paper));
      if (!at) return;
      const time = new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      paper.classList.add("ticked");
      paper.querySelector("small").textContent = `${paper.dataset.done} ${time}`;
    });
  }

  document.addEventListener("click", ({ target }) => {
    const paper = target.closest?.(".remains [data-done]");
    if (!paper) return;
    try {
      localStorage.setItem(keyOf(paper), new Date().toISOString());
      showWhatIsDone();
    } catch {
      // See above.
    }
  });
  try {
    showWhatIsDone();
  } catch {
    // See above.
  }
})();
