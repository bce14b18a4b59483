// At the desk: the one field to type in, which table it names as the next one, and where the cursor goes once something
// has been entered. Only the hands move it: who types one slip after the other without looking finds each table where
// its number says.
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
  // The row that was named by its number, finished or not.
  /** @type {string | null} */
  let chosen = null;

  const typeIn = () => document.getElementById("type-in");
  const field = () => document.getElementById("typed-table");
  const rows = () => [...document.querySelectorAll(".desk-row[data-stands]")];
  /** @param {HTMLElement} row */
  const numberOf = (row) => Number(row.dataset.table);
  /** @param {HTMLElement} row */
  const standsIn = (row) => row.dataset.stands ?? "";
  /** @param {HTMLElement} row */
  const resultOf = (row) => row.querySelector("details.result");
  /** @param {HTMLElement} row */
  const cameIn = (row) => row.querySelector(".came-in");
  /** @param {HTMLElement} row */
  const isOpen = (row) => row.matches(".open");
  /** @param {string} url */
  const rowOf = (url) => document.querySelector(`.desk-row form[action="${CSS.escape(url)}"]`)?.closest(".desk-row");
  /** @param {string} number */
  const rowAt = (number) => document.querySelector(`.desk-row[data-table="${Number(number)}"]`);
  const namedRow = () => document.getElementById(document.getElementById("named")?.dataset.row ?? "");

  /**
   * A row that was filled since the page was opened, and not from here, holds what nobody here knows yet.
   *
   * @param {HTMLElement} row
   */
  const isTaken = (row) => !isOpen(row) && cameIn(row) !== null && known.get(row.id) !== standsIn(row);
  /** @param {HTMLElement} row */
  const isFirstResult = (row) => known.get(row.id) === cameIn(row)?.dataset.before;
  /** @param {HTMLElement} row */
  const canBeEntered = (row) => isOpen(row) && !row.querySelector(".off");
  /** @param {HTMLElement} row */
  const isOnTheWay = (row) => !row.matches(".sending") && (canBeEntered(row) || (isTaken(row) && isFirstResult(row)));
  const way = () => rows().filter(isOnTheWay).sort((one, other) => numberOf(one) - numberOf(other));

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

  // What is typed: "3 1" is the score of the table that is named, "57 3 1" and "57 31" are at table 57, and "57" alone
  // says that it comes next. Two numbers that can be a score are one, and so are digits that are no table of the round.
  const BETWEEN = /[\s:;,./–-]+/;
  // How scores are read is said of the round, and of a row whose match is of another length.
  const reading = () => [namedRow(), typeIn()].find((part) => part?.dataset.scoresInDigits !== undefined)?.dataset;
  const isUntouched = () => field()?.value === field()?.offered;

  /** @returns {{ row: HTMLElement | null, score: string, isByNumber: boolean }} */
  function understood() {
    const typed = field()?.value.trim() ?? "";
    const numbers = typed.split(BETWEEN);
    if (!typed || isUntouched()) return { row: namedRow(), score: "", isByNumber: false };
    if (numbers.length > 3 || !numbers.every((number) => /^\d{1,4}$/.test(number))) {
      return { row: null, score: "", isByNumber: false };
    }
    const isInDigits = numbers.length === 1 && reading()?.scoresInDigits?.split(",").includes(numbers[0]);
    const isByNumber = !isInDigits && (numbers.length !== 2 || isRunTogether(numbers));
    const row = isByNumber ? rowAt(numbers[0]) : namedRow();
    return { row, score: numbers.slice(isByNumber ? 1 : 0).join(" "), isByNumber };
  }

  /** @param {string[]} numbers A table and a score, or a score. */
  function isRunTogether([first, second]) {
    const scores = reading()?.longScores?.split(",");
    return second.length > 1 && scores !== undefined && !scores.includes(`${Number(first)} ${Number(second)}`);
  }

  // What is typed goes out as a result of its row, with what is known here to stand there.
  document.addEventListener("queue:taking", (event) => {
    const { target, detail } = event;
    if (target === typeIn()) aim(event);
    const row = rowOf(detail.to);
    if (!row || target.closest("#reported")) return;
    if (asked.has(row.id)) know(row);
    detail.values.seen = known.get(row.id);
    isTyping = target === typeIn();
  });

  /** @param {EventsOfThePage["queue:taking"]} event */
  function aim(event) {
    const { row, score, isByNumber } = understood();
    const form = row?.querySelector("form[data-queued]");
    entered = null;
    // What is not understood, or of a table that is not on this page, is for the server to say. Which table comes next
    // is open until then.
    event.detail.isOfNone = !row;
    event.detail.named = namedRow()?.id;
    if (!row || !form) return;
    if (score) {
      entered = row;
      event.detail.to = form.getAttribute("action") ?? "";
      event.detail.values.typed = score;
      event.detail.isOfNamed = !isByNumber;
      event.detail.typed = [{ id: "typed-table", value: `${row.dataset.table} ${score}` }];
      return;
    }
    event.preventDefault();
    chosen = row.id;
    isTyping = true;
    empty();
    goTo(row);
  }

  /** @type {HTMLElement | null} */
  let entered = null;

  document.addEventListener("queue:again", ({ detail }) => {
    const row = rowOf(detail.to);
    if (row) detail.values.seen = known.get(row.id);
  });
  document.addEventListener("queue:stored", ({ detail }) => {
    const row = rowOf(detail.to);
    if (row) know(row);
  });
  document.addEventListener("queue:refused", ({ detail }) => {
    const named = document.getElementById(detail.named ?? "");
    if (named) name(named);
    const row = detail.reason === "result_entered_meanwhile" && rowOf(detail.to);
    if (row) asked.add(row.id);
  });

  // The cursor goes on as soon as an entry has been taken; what was entered by its number leaves the next table named.
  document.addEventListener("queue:taken", ({ target }) => {
    const row = target === typeIn() ? entered : target.closest("[data-table]");
    if (row && target === typeIn() && row !== namedRow()) show();
    else if (row) leave(row);
  });

  /** @param {HTMLElement} row */
  function leave(row) {
    const result = resultOf(row);
    if (result) result.open = false;
    takeAway();
    const next = nextAfter(row) ?? null;
    const part = !next || numberOf(next) < numberOf(row) ? nextPart() : null;
    name(next);
    if (part) part.focus();
    else if (next) goTo(next);
    else rest();
  }

  /** @param {HTMLElement} row */
  const nextAfter = (row) => way().find((one) => numberOf(one) > numberOf(row)) || way()[0];
  // The next number may stand on the next part of a very long list.
  const nextPart = () => document.querySelector(".list-parts [aria-current] + a");

  // After the last result the cursor rests on what names the next table, or says that there is none, never on a button.
  function rest() {
    const line = document.getElementById("all-in") || document.getElementById("named");
    line?.focus({ preventScroll: true });
  }

  /** @param {HTMLElement | null} row */
  function name(row) {
    const line = document.getElementById("named");
    if (!line) return;
    if (row?.id !== chosen) chosen = null;
    line.dataset.row = row?.id ?? "";
    show();
  }

  /** @param {HTMLElement} row */
  function goTo(row) {
    name(row);
    const line = field();
    const form = typeIn();
    if (isTyping && line && form) {
      form.hidden = false;
      line.focus();
      meet();
      line.select();
    } else {
      row.querySelector(".result:not([open]) > summary, .scores .btn")?.focus();
    }
    row.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  // What came in at the named table while nobody here looked is offered in the field, marked, so that any key
  // replaces it.
  function meet() {
    const row = namedRow(), line = field();
    const said = row && cameIn(row);
    if (!line || !row || !said || !isTaken(row)) {
      takeAway();
    } else if (!line.value || isUntouched()) {
      line.value = said.dataset.said ?? "";
      line.offered = line.value;
      if (line === document.activeElement) line.select();
    }
    show();
  }

  function takeAway() {
    if (field()?.value && isUntouched()) empty();
  }

  function empty() {
    const line = field();
    if (!line) return;
    line.value = "";
    line.offered = undefined;
  }

  document.addEventListener("focusin", ({ target }) => {
    if (target === field()) meet();
    else makeWay();
  });

  // Once all results are in, what comes next stands where the field was, as soon as nobody types there any more.
  function makeWay() {
    const form = typeIn(), line = field();
    if (form && line) form.hidden = document.getElementById("all-in") !== null && line !== document.activeElement && !line.value;
  }

  document.addEventListener("input", ({ target }) => {
    if (target !== field()) return;
    show();
    understood().row?.scrollIntoView({ block: "nearest", behavior: "instant" });
  });

  // Which table is next, or typed, with the score: in words above the list, outlined in it, and in what is sent.
  function show() {
    const line = document.getElementById("named"), form = typeIn();
    if (!line || !form) return;
    const named = namedRow();
    const { row, score } = understood();
    const shown = row || named;
    document.querySelectorAll(".desk-row.aimed").forEach((aimed) => { aimed.classList.toggle("aimed", aimed === shown); });
    shown?.classList.add("aimed");
    if (shown) line.replaceChildren(...words(shown, score));
    else if (!line.dataset.row) line.replaceChildren();
    if (named) {
      form.querySelector("[name=match]").value = named.id.replace("pairing-", "");
      form.querySelector("[name=seen]").value = known.get(named.id) ?? "";
    }
    sayWhatCameIn(named && field()?.offered && isUntouched() ? cameIn(named) : null);
  }

  /**
   * @param {HTMLElement} row
   * @param {string} score
   */
  function words(row, score) {
    const table = document.createElement("strong");
    table.textContent = `${row.getAttribute("aria-label")}:`;
    const points = document.createElement("strong");
    const [, first, second] = /^(\d+) (\d+)$/.exec(score) || /^(\d+)(\d)$/.exec(score) || [];
    const stands = resultOf(row)?.querySelector("summary")?.firstChild?.textContent?.trim();
    points.textContent = first ? `${first}:${second}` : stands || "–";
    const [one, other] = [...row.querySelectorAll("bdi")].map((bdi) => bdi.cloneNode(true));
    return [table, " ", one, " ", points, " ", other];
  }

  /** @param {HTMLElement | null} said */
  function sayWhatCameIn(said) {
    const line = document.getElementById("just-in");
    if (!line) return;
    line.hidden = !said;
    line.replaceChildren(...[...said?.childNodes ?? []].map((node) => node.cloneNode(true)));
  }

  // Whoever opens a result has read it.
  document.addEventListener("click", ({ target }) => {
    const row = target.closest(".result > summary")?.closest(".desk-row");
    if (row) know(row);
  });

  // Where all results are in, Enter pairs the next round: as the first key there, and once the hands have rested. Until
  // then an Enter, and the digits of a slip typed without looking, are meant for a table.
  const HANDS_REST_AFTER = 600;
  let pairsFrom = Infinity;

  document.addEventListener("focusin", ({ target }) => {
    if (target.id === "all-in") pairsFrom = Date.now() + HANDS_REST_AFTER;
  });

  document.addEventListener("keydown", ({ target, key, repeat }) => {
    if (target.id !== "all-in") return;
    const hasRested = Date.now() >= pairsFrom && !repeat;
    if (key.length === 1 || (key === "Enter" && hasRested)) pairsFrom = Infinity;
    else if (key === "Enter") pairsFrom = Math.max(pairsFrom, Date.now() + HANDS_REST_AFTER);
    if (key === "Enter" && hasRested) document.getElementById("pair-next")?.click();
  });

  document.addEventListener("keydown", (event) => {
    const isField = event.target === field();
    const row = isField ? namedRow() : event.target.closest(".desk-row[data-stands]");
    if (!row || event.target.closest(".panel") || event.ctrlKey || event.metaKey || event.altKey) return;
    const isAtWhatStands = isField ? isUntouched() : event.target.matches(".result > summary");
    const goesOn = isTaken(row) && (event.key === "Escape" || (event.key === "Enter" && isAtWhatStands));
    if (goesOn) {
      event.preventDefault();
      know(row);
      letGo();
      leave(row);
    } else if (/^\d$/.test(event.key) && !isField) typeAt(row);
  });

  function letGo() {
    const line = field();
    if (!line) return;
    empty();
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * Digits are typed wherever in the row the cursor stands.
   *
   * @param {HTMLElement} row
   */
  function typeAt(row) {
    isTyping = true;
    chosen = row.id;
    goTo(row);
  }

  // A page that is renewed does not move the cursor: a row that was filled meanwhile keeps it, and a button that means
  // something else now loses it.
  /** @type {string | null} */
  let stoodAt = null;
  /** @type {string | null} */
  let pressable = null;
  let stoodInTheField = false;

  document.addEventListener("htmx:beforeSwap", () => {
    const active = document.activeElement;
    const row = active?.closest(".desk-row[data-stands]");
    stoodAt = row && !active?.closest(".row-end details") ? row.id : null;
    pressable = active?.closest("#next-step, .all-in") ? active.textContent : null;
    stoodInTheField = active !== null && active.closest("#type-in") !== null;
  });

  document.addEventListener("htmx:afterOnLoad", () => {
    lookAtRows();
    nameAgain();
    const row = stoodAt ? document.getElementById(stoodAt) : null;
    const active = document.activeElement;
    const isLost = active === document.body || (row?.contains(active) && active?.offsetParent === null);
    const isAnother = active?.closest("#next-step, .all-in") && active.textContent !== pressable;
    makeWay();
    if (row && isLost) goTo(row);
    else if (stoodInTheField && (isLost || active?.closest("[hidden]"))) rest();
    else if (pressable !== null && (isLost || isAnother)) rest();
    if (active === field()) meet();
    show();
    stoodAt = null;
    pressable = null;
    stoodInTheField = false;
  });

  // The named table is no other one than the hands have made it, unless it is gone or was finished from here.
  function nameAgain() {
    const row = namedRow();
    if (row && (row.id === chosen || isTaken(row) || isOnTheWay(row))) return;
    const next = row ? nextAfter(row) : way()[0];
    if (next) name(next);
  }

  // What comes and goes above the list moves no row under the hands: the page scrolls by as much, or keeps the room.
  const placeOfTheList = () => document.querySelector(".tables")?.getBoundingClientRect().top ?? 0;
  let stoodTheListAt = 0;
  document.addEventListener("htmx:beforeSwap", () => { stoodTheListAt = placeOfTheList(); });
  document.addEventListener("htmx:afterOnLoad", () => {
    window.scrollBy({ top: placeOfTheList() - stoodTheListAt, behavior: "instant" });
    const room = stoodTheListAt - placeOfTheList();
    const notices = document.getElementById("round-notices");
    if (room > 0 && notices) notices.style.paddingBottom = `${room + (Number.parseFloat(notices.style.paddingBottom) || 0)}px`;
  });

  document.addEventListener("DOMContentLoaded", () => {
    lookAtRows();
    if (new URLSearchParams(location.search).has("table")) chosen = namedRow()?.id ?? null;
    nameAgain();
    show();
  });
})();
