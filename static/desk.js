// At the desk: where the cursor goes once something has been entered.
"use strict";

(() => {
  const hasFinePointer = window.matchMedia("(pointer: fine)");
  // Suggestions that come when the field says something else already are of no use.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const isLate = detail.requestConfig.elt.id === "new_name" && detail.requestConfig.parameters.name !== detail.requestConfig.elt.value;
    if (isLate) detail.shouldSwap = false;
  });

  // Nobody waits for the answer: the cursor goes on as soon as an entry has been taken.
  document.addEventListener("queue:taken", ({ target }) => {
    if (target.matches(".add-player")) readyForTheNextName();
    else if (target.matches(".take")) document.querySelector(".owing .entry-row:not(.sending) .btn")?.focus({ preventScroll: true });
    else if (target.matches(".add-prize")) document.getElementById("new_description").focus();
    else if (target.closest("[data-table]")) goToTheNextOpenTable(Number(target.closest("[data-table]").dataset.table));
  });

  function readyForTheNextName() {
    document.getElementById("known-players").replaceChildren();
    document.getElementById("new_name").focus();
  }

  let isRoundEntered = false;
  document.addEventListener("queue:empty", () => {
    if (isRoundEntered && document.activeElement === document.body) document.getElementById("main-action")?.focus();
    isRoundEntered = false;
  });

  // After a result the cursor stands at the next open table, or at the main action when none is open.
  function goToTheNextOpenTable(table) {
    const open = [...document.querySelectorAll(".desk-row.open:not(.sending)")];
    const next = open.find((row) => Number(row.dataset.table) > table) || open[0];
    isRoundEntered = !next;
    if (!next) return document.activeElement.blur();
    const typed = next.querySelector(".typed");
    const canType = hasFinePointer.matches && typed.offsetParent;
    return (canType ? typed : next.querySelector(".scores .btn")).focus();
  }
})();
