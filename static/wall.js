// The wall: as many rows as fit, in columns, and what does not fit in turns.
"use strict";

(() => {
  // In milliseconds: how long a turn stays at most, and how long anybody waits for their own line.
  const TURN = 12_000;
  const LONGEST_WAIT = 40_000;
  // With more of them, each would go by too fast to be read.
  const MOST_TURNS = 6;
  // How high a letter is, as a part of the screen's height, and how many such letters of a name are to be seen: from
  // what can be read across the room to what so many players leave of it.
  const WAYS = [[0.0335, 16], [0.031, 16], [0.0285, 14], [0.026, 12], [0.0235, 11], [0.0235, 8]];
  const MOST_LETTER = 0.05;
  const MOST_ROW = 0.105;
  // In letters: how high a row is that cuts nothing off, and one with air around the letters.
  const LINE = 1.21;
  const AIRY_LINE = 1.35;
  const MOST_COLUMNS = 4;
  // As a part of the screen's width: what separates columns.
  const GAP = 0.03;
  // So many of the names are to be seen whole; one long one does not make the column of all.
  const WHOLE = 0.9;

  let turns = [];
  let current = 0;
  let shownScene = null;
  let shownSince = 0;
  let timer = null;

  const body = () => document.querySelector(".wall-body");
  const rowsOf = (part) => [...part.querySelectorAll("li")];
  const gap = () => GAP * window.innerWidth;
  const space = () => body().clientHeight - body().querySelector("h2").offsetHeight;

  function textWidth(cell) {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().width;
  }

  // How wide a row is beside its names, and how wide a name, both in letters.
  function measured(part) {
    const rows = rowsOf(part);
    const letter = parseFloat(getComputedStyle(part.querySelector("ol")).fontSize);
    const names = rows.flatMap((row) => [...row.querySelectorAll(".who")]).map(textWidth).sort((one, other) => one - other);
    const cells = rows.length ? [...rows[0].children] : [];
    const widest = cells.map((cell, at) => (cell.matches(".who") ? 0 : Math.max(...rows.map((row) => textWidth(row.children[at])))));
    const apart = cells.slice(1).reduce((sum, cell) => sum + parseFloat(getComputedStyle(cell).paddingLeft), 0);
    return {
      part,
      count: rows.length,
      others: (widest.reduce((sum, width) => sum + width, 0) + apart) / letter,
      names: cells.filter((cell) => cell.matches(".who")).length,
      name: (names[Math.ceil(WHOLE * names.length) - 1] || 0) / letter,
    };
  }

  const smallest = ([letter]) => letter * window.innerHeight;
  const fit = (way) => Math.max(1, Math.floor(space() / (LINE * smallest(way))));
  const lettersOf = (list, [, mostOfName]) => list.others + list.names * Math.min(list.name, mostOfName);
  const columnWidth = (list, way) => lettersOf(list, way) * smallest(way) + gap();

  // A list on so much width, in as few turns as it takes, and in those with the largest letters.
  function laidOut(list, way, width) {
    const most = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(width / columnWidth(list, way))));
    const layouts = Array.from({ length: most }, (_, before) => {
      const columns = before + 1;
      const count = Math.max(1, Math.ceil(list.count / (fit(way) * columns)));
      const height = Math.max(1, Math.ceil(list.count / (count * columns)));
      const row = Math.floor(Math.min(space() / height, MOST_ROW * window.innerHeight));
      const widest = (width / columns - gap()) / lettersOf(list, way);
      const largest = Math.min(row / AIRY_LINE, widest, MOST_LETTER * window.innerHeight);
      const letter = Math.min(row / LINE, Math.max(smallest(way), largest));
      return { part: list.part, width, columns, count, height, row, letter };
    });
    return layouts.reduce((best, one) => ((one.count - best.count || best.letter - one.letter) < 0 ? one : best));
  }

  // The rows of a list in turns of the same height.
  function turnsOf(layout) {
    const rows = rowsOf(layout.part);
    const size = layout.height * layout.columns;
    return Array.from({ length: layout.count }, (_, turn) => ({ ...layout, rows: rows.slice(turn * size, (turn + 1) * size) }));
  }

  // Tables that fit into one turn stay beside the standings, if both have room.
  function sideBySide([tables, standings], way, width) {
    if (!standings) return null;
    const room = Math.floor((width - columnWidth(tables, way)) / columnWidth(standings, way));
    const columns = Math.min(room, Math.ceil(standings.count / fit(way)));
    const share = columnWidth(tables, way) / (columnWidth(tables, way) + columns * columnWidth(standings, way));
    const always = laidOut(tables, way, width * share);
    if (columns < 1 || always.count > 1) return null;
    return turnsOf(laidOut(standings, way, width * (1 - share))).map((turn) => [...turnsOf(always), turn]);
  }

  const oneAfterTheOther = (lists, way, width) => lists.flatMap((list) => turnsOf(laidOut(list, way, width)).map((turn) => [turn]));

  // The largest letters with which no turn goes by too fast; if there are none, the smallest.
  function plan() {
    const podium = body().querySelector(".wall-podium");
    const parts = [...body().querySelectorAll(".wall-list")];
    if (podium) podium.hidden = true;
    const width = parts.length > 1 ? body().clientWidth : parts[0].clientWidth;
    const [lists, later] = [parts.filter((part) => !part.matches(".wall-season")), parts.filter((part) => part.matches(".wall-season"))]
      .map((some) => some.map(measured));
    const first = podium ? [[{ part: podium, rows: [] }]] : [];
    const plans = WAYS.map((way) => [
      ...first,
      ...(sideBySide(lists, way, width) || oneAfterTheOther(lists, way, width)),
      ...oneAfterTheOther(later, way, width),
    ]);
    return plans.find((one) => one.length <= MOST_TURNS) || plans.at(-1);
  }

  function show() {
    current %= turns.length;
    const seen = turns[current];
    body().querySelectorAll("section").forEach((part) => { part.hidden = seen.every((turn) => turn.part !== part); });
    for (const { part, width, columns, height, row, letter, rows } of seen) {
      if (!part.matches(".wall-list")) continue;
      rowsOf(part).forEach((line) => { line.hidden = !rows.includes(line); });
      part.style.setProperty("--share", `1 1 ${width}px`);
      part.style.setProperty("--rows", height);
      part.style.setProperty("--columns", columns);
      part.style.setProperty("--row", `${row}px`);
      part.style.setProperty("--letter", `${letter}px`);
    }
    document.getElementById("wall-turn").textContent = turns.length > 1 ? `${current + 1} / ${turns.length}` : "";
    const left = shownSince + Math.min(TURN, Math.floor(LONGEST_WAIT / turns.length)) - performance.now();
    clearTimeout(timer);
    timer = setTimeout(turnOn, Math.max(0, left));
  }

  function turnTo(turn) {
    current = turn;
    shownSince = performance.now();
  }

  // A new scene begins with its first turn; news within a scene do not hold up its turns. The count of the turns has
  // its room before the rows have theirs.
  function layOut() {
    const { scene } = body().dataset;
    if (scene !== shownScene) turnTo(0);
    shownScene = scene;
    body().classList.add("paged");
    body().querySelectorAll("section, li").forEach((part) => { part.hidden = false; });
    document.getElementById("wall-turn").textContent = "1 / 1";
    turns = plan();
    show();
  }

  function turnOn() {
    body().querySelector(".wall-podium:not([hidden])")?.classList.add("seen");
    turnTo(current + 1);
    show();
  }

  document.addEventListener("DOMContentLoaded", layOut);
  document.addEventListener("htmx:afterSwap", layOut);
  window.addEventListener("resize", layOut);
})();
