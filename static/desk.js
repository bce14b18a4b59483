// At the desk: where the cursor goes once something has been entered.
"use strict";

(() => {
  const hasFinePointer = window.matchMedia("(pointer: fine)");
  const answeredForm = ({ requestConfig, xhr }) => (requestConfig.verb === "post" && xhr.status < 400 ? requestConfig.elt : null);

  // Suggestions that come when the field says something else already are of no use.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const isLate = detail.requestConfig.elt.id === "new_name" && detail.requestConfig.parameters.name !== detail.requestConfig.elt.value;
    if (isLate) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    const form = answeredForm(detail);
    if (!form) return;
    if (form.matches(".add-player")) readyForTheNextName();
    else if (form.matches(".take")) document.querySelector(".owing .btn")?.focus({ preventScroll: true });
    else if (form.matches(".add-prize")) document.getElementById("new_description").focus();
    else if (form.closest("[data-table]")) goToTheNextOpenTable(Number(form.closest("[data-table]").dataset.table));
    else form.closest("details.more")?.querySelector("summary").focus();
  });

  function readyForTheNextName() {
    document.getElementById("add-player").reset();
    document.getElementById("new_name").focus();
  }

  // After a result the cursor stands at the next open table, or at the main action when none is open.
  function goToTheNextOpenTable(table) {
    const open = [...document.querySelectorAll(".desk-row.open")];
    const next = open.find((row) => Number(row.dataset.table) > table) || open[0];
    if (!next) return document.getElementById("main-action")?.focus();
    const typed = next.querySelector(".typed");
    const canType = hasFinePointer.matches && typed.offsetParent;
    return (canType ? typed : next.querySelector(".scores .btn")).focus();
  }
})();
