// At the desk: which table the cursor goes to once something has been entered, and what it meets there. Only the hands
// move it: who types one slip after the other without looking finds each table where its number says.
"use strict";

(() => {
  // The way of the last entry, by keys or by taps, is that of the next one.
  let isTyping = window.matchMedia("(pointer: fine)").matches;
  // By row, what whoever sits here knows to stand there: as the page was opened, as entered here, or as looked at.
  /** @type {Map<string, string>} */
  const known = new Map();
  // Rows in which somebody else's result has been answered with a question.
  /** @type {Set<string>} */
  const asked = new Set();

  const rows = () => [...document.querySelectorAll(".desk-row[data-stands]")];
  /** @param {HTMLElement} row */
  const numberOf = (row) => Number(row.dataset.table);
  /** @param {HTMLElement} row */
  const standsIn = (row) => row.dataset.stands ?? "";
  /** @param {HTMLElement} row */
  const fieldOf = (row) => row.querySelector(".typed");
  /** @param {HTMLElement} row */
  const resultOf = (row) => row.querySelector("details.result");
  /** @param {HTMLElement} row */
  const cameIn = (row) => row.querySelector(".came-in");
  /** @param {HTMLElement} row */
  const isOpen = (row) => row.matches(".open");
  /** @param {string} url */
  const rowOf = (url) => document.querySelector(`.desk-row form[action="${CSS.escape(url)}"]`)?.closest(".desk-row");

  /**
   * A row that was filled since the page was opened, and not from here, holds what nobody here knows yet.
   *
   * @param {HTMLElement} row
   */
  const isTaken = (row) => !isOpen(row) && cameIn(row) !== null && known.get(row.id) !== standsIn(row);
  /** @param {HTMLElement} row */
  const isFirstResult = (row) => known.get(row.id) === cameIn(row)?.dataset.before;
  /** @param {HTMLElement} row */
  const isOnTheWay = (row) => !row.matches(".sending") && (isOpen(row) || (isTaken(row) && isFirstResult(row)));

  /** @param {HTMLElement} row */
  function know(row) {
    known.set(row.id, standsIn(row));
    asked.delete(row.id);
  }

  function lookAtRows() {
    for (const row of rows()) {
      if (isOpen(row)) know(row);
      else if (!known.has(row.id)) known.set(row.id, cameIn(row)?.dataset.before || standsIn(row));
    }
  }

  document.addEventListener("queue:taking", ({ target, detail }) => {
    const row = rowOf(detail.url);
    if (!row || target.closest("#reported")) return;
    if (asked.has(row.id)) know(row);
    detail.values.seen = known.get(row.id);
    isTyping = target.matches(".typed-form, #type-in");
  });
  document.addEventListener("queue:again", ({ detail }) => {
    const row = rowOf(detail.url);
    if (row) detail.values.seen = known.get(row.id);
  });
  document.addEventListener("queue:stored", ({ detail }) => {
    const row = rowOf(detail.url);
    if (row) know(row);
  });
  document.addEventListener("queue:refused", ({ detail }) => {
    const row = detail.reason === "result_entered_meanwhile" && rowOf(detail.url);
    if (row) asked.add(row.id);
  });

  // The cursor goes on as soon as an entry has been taken.
  document.addEventListener("queue:taken", ({ target }) => {
    const row = target.closest("[data-table]");
    if (row) leave(row);
  });
  // The number of a table alone leads to it.
  document.addEventListener("desk:typed", ({ target }) => {
    isTyping = true;
    goTo(target);
  });

  /** @param {HTMLElement} row */
  function leave(row) {
    close(row);
    const way = rows().filter(isOnTheWay).sort((one, other) => numberOf(one) - numberOf(other));
    const next = way.find((one) => numberOf(one) > numberOf(row)) || nextPart() || way[0];
    if (next?.matches(".desk-row")) goTo(next);
    else (next || document.getElementById("open-tables") || resultOf(row)?.querySelector("summary"))?.focus();
  }

  // The next number may stand on the next part of a very long list.
  const nextPart = () => document.querySelector(".list-parts [aria-current] + a");

  /** @param {HTMLElement} row */
  function close(row) {
    takeAway(row);
    const result = resultOf(row);
    if (result) result.open = false;
  }

  /** @param {HTMLElement} row */
  function goTo(row) {
    const result = resultOf(row);
    if (result) result.open = isTyping || !isTaken(row);
    const field = fieldOf(row);
    if (isTyping && field?.offsetParent) {
      meet(row);
      field.focus();
      field.select();
    } else {
      row.querySelector(".result:not([open]) > summary, .scores .btn")?.focus();
    }
    row.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /**
   * What came in while nobody here looked is offered in the field, marked, so that any key replaces it.
   *
   * @param {HTMLElement} row
   */
  function meet(row) {
    const field = fieldOf(row);
    const said = cameIn(row);
    if (!field || !said || !isTaken(row)) {
      takeAway(row);
      return;
    }
    row.classList.add("taken");
    said.hidden = false;
    resultOf(row)?.setAttribute("open", "");
    field.setAttribute("aria-describedby", said.querySelector(".hint").id);
    if (field.value && field.value !== field.offered) return;
    field.value = said.dataset.said ?? "";
    field.offered = field.value;
    if (field === document.activeElement) field.select();
  }

  /** @param {HTMLElement} row */
  function takeAway(row) {
    const field = fieldOf(row);
    row.classList.remove("taken");
    cameIn(row)?.setAttribute("hidden", "");
    if (field?.value && field.value === field.offered) field.value = "";
    if (field) field.offered = undefined;
  }

  document.addEventListener("focusin", ({ target }) => {
    const here = target.closest(".desk-row");
    document.querySelectorAll(".desk-row.taken").forEach((row) => { if (row !== here) close(row); });
    if (here && target === fieldOf(here)) meet(here);
  });

  // Whoever opens a result has read it.
  document.addEventListener("click", ({ target }) => {
    const row = target.closest(".result > summary")?.closest(".desk-row");
    if (row) know(row);
  });

  document.addEventListener("keydown", (event) => {
    const row = event.target.closest(".desk-row[data-stands]");
    if (!row || event.target.closest(".panel") || event.ctrlKey || event.metaKey || event.altKey) return;
    const field = fieldOf(row);
    const isField = event.target === field;
    const isUntouched = isField ? field.value === field.offered : event.target.matches(".result > summary");
    const goesOn = isTaken(row) && (event.key === "Escape" || (event.key === "Enter" && isUntouched));
    if (goesOn) {
      event.preventDefault();
      know(row);
      letGo(row);
      leave(row);
    } else if (/^\d$/.test(event.key) && !isField) typeAt(row);
  });

  /** @param {HTMLElement} row */
  function letGo(row) {
    const field = fieldOf(row);
    if (!field) return;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * Digits are typed wherever in the row the cursor stands; where a row has no room for a field, in the one for all.
   *
   * @param {HTMLElement} row
   */
  function typeAt(row) {
    isTyping = true;
    goTo(row);
    if (document.activeElement === fieldOf(row)) return;
    const any = document.getElementById("typed-table");
    if (!any) return;
    any.value = `${row.dataset.table} `;
    any.focus();
  }

  // A page that is renewed does not move the cursor: a row that was filled meanwhile keeps it, and a button that means
  // something else now loses it.
  /** @type {string | null} */
  let stoodAt = null;
  /** @type {string | null} */
  let pressable = null;

  document.addEventListener("htmx:beforeSwap", () => {
    const active = document.activeElement;
    const row = active?.closest(".desk-row[data-stands]");
    stoodAt = row && !active?.closest(".row-end details") ? row.id : null;
    pressable = active?.closest("#next-step") ? active.textContent : null;
  });

  document.addEventListener("htmx:afterOnLoad", () => {
    lookAtRows();
    const row = stoodAt ? document.getElementById(stoodAt) : null;
    const active = document.activeElement;
    const isLost = active === document.body || (row?.contains(active) && active?.offsetParent === null);
    if (row && isLost) goTo(row);
    else if (row?.contains(active) && resultOf(row)?.open) meet(row);
    if (pressable !== null && (isLost || (active?.closest("#next-step") && active.textContent !== pressable))) rest();
    stoodAt = null;
    pressable = null;
  });

  function rest() {
    document.getElementById("open-tables")?.focus({ preventScroll: true });
    if (document.activeElement?.closest("#next-step")) document.activeElement.blur();
  }

  document.addEventListener("DOMContentLoaded", lookAtRows);
})();
