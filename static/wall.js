// The wall: as many rows as fit, in columns, and what does not fit in turns.
"use strict";

(() => {
  const TURN = 12_000;
  // As parts of the screen's height: what can be read across the room, and what is high enough.
  const HEADING = 0.06;
  const LEAST_ROW = 0.072;
  const MOST_ROW = 0.105;
  const LEAST_LETTER = 0.0335;
  const LETTER_OF_ROW = 0.465;
  // As a part of its width, and how many columns can still be told apart.
  const GAP = 0.03;
  const MOST_COLUMNS = 4;

  let turns = [];
  let current = 0;
  let shownRound = null;

  const body = () => document.querySelector(".wall-body");
  const rowsOf = (part) => [...part.querySelectorAll("li")];
  const letter = () => LEAST_LETTER * window.innerHeight;
  const gap = () => GAP * window.innerWidth;
  const space = () => body().getBoundingClientRect().height - HEADING * window.innerHeight;
  const fit = () => Math.max(1, Math.floor(space() / (LEAST_ROW * window.innerHeight)));

  function columnsIn(part, width) {
    const columns = Math.floor((width + gap()) / (part.dataset.width * letter() + gap()));
    return Math.min(MOST_COLUMNS, Math.max(1, columns));
  }

  // Few rows have the whole width for their names.
  function columnsNeeded(part) {
    return Math.max(1, Math.ceil(rowsOf(part).length / fit()));
  }

  // The rows of a part in as many turns as it takes; all of its turns have the same height.
  function turnsOf(part, columns) {
    const rows = rowsOf(part);
    const height = Math.min(fit(), Math.max(1, Math.ceil(rows.length / columns)));
    const size = height * columns;
    return Array.from({ length: Math.max(1, Math.ceil(rows.length / size)) }, (_, turn) => (
      { part, columns, height, rows: rows.slice(turn * size, (turn + 1) * size) }
    ));
  }

  // Where the tables fill half the screen at most, they stay beside the standings; else one comes after the other.
  function plan() {
    const parts = [...body().querySelectorAll(".wall-list")];
    const [first, second] = parts;
    const width = first.closest(".wall-before") ? first.clientWidth : body().clientWidth;
    if (second && rowsOf(first).length <= fit() && columnsIn(first, width) > 1) {
      return turnsOf(second, 1).map((turn) => [...turnsOf(first, 1), turn]);
    }
    const lists = parts.flatMap((part) => turnsOf(part, Math.min(columnsIn(part, width), columnsNeeded(part))).map((turn) => [turn]));
    const podium = body().querySelector(".wall-podium");
    return podium ? [[{ part: podium, columns: 1, height: 1, rows: [] }], ...lists] : lists;
  }

  function show() {
    current %= turns.length;
    const seen = turns[current];
    body().querySelectorAll("section").forEach((part) => { part.hidden = seen.every((turn) => turn.part !== part); });
    const height = Math.max(...seen.map((turn) => turn.height));
    const row = Math.floor(Math.min(space() / height, MOST_ROW * window.innerHeight));
    for (const { part, columns, rows } of seen) {
      rowsOf(part).forEach((line) => { line.hidden = part.matches(".wall-list") && !rows.includes(line); });
      const width = (part.clientWidth - (columns - 1) * gap()) / columns;
      part.style.setProperty("--rows", height);
      part.style.setProperty("--columns", columns);
      part.style.setProperty("--row", `${row}px`);
      part.style.setProperty("--letter", `${Math.max(letter(), Math.min(LETTER_OF_ROW * row, width / part.dataset.width))}px`);
    }
    document.getElementById("wall-turn").textContent = turns.length > 1 ? `${current + 1} / ${turns.length}` : "";
  }

  // A new round begins with its tables.
  function layOut() {
    const round = body().dataset.round;
    if (round !== shownRound) current = 0;
    shownRound = round;
    body().classList.add("paged");
    body().querySelectorAll("section").forEach((part) => { part.hidden = false; });
    turns = plan();
    show();
  }

  function turnOn() {
    body().querySelector(".wall-podium:not([hidden])")?.classList.add("seen");
    current += 1;
    show();
  }

  document.addEventListener("DOMContentLoaded", () => {
    layOut();
    setInterval(turnOn, TURN);
  });
  document.addEventListener("htmx:afterSwap", layOut);
  window.addEventListener("resize", layOut);
})();
