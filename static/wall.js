// The wall: as many rows as fit, in columns, and what does not fit in turns.
"use strict";

(() => {
  /**
   * How high a letter is, as a part of the screen's height, and how wide a name may be, in letters.
   *
   * @typedef {[letter: number, mostOfName: number]} Way
   *
   * A list as it is measured, and as it is laid out for one way; lengths are in pixels, but for `others` and `name`,
   * which are in letters.
   *
   * @typedef {ReturnType<typeof measured>} List
   * @typedef {ReturnType<typeof laidOut>} Layout
   *
   * A part of the page in one turn, with the rows that it shows then.
   *
   * @typedef {Layout & { rows: HTMLElement[] }} Shown
   * @typedef {{ part: HTMLElement, rows: HTMLElement[] }} Podium
   */

  // In milliseconds: how long a turn stays at most, and how long anybody waits for their own line.
  const TURN = 12_000;
  const LONGEST_WAIT = 40_000;
  // With more of them, each would go by too fast to be read.
  const MOST_TURNS = 6;
  // How high a letter is, as a part of the screen's height, and how wide a name may be in such letters: from what can
  // be read across the room to what so many players leave of it.
  /** @type {Way[]} */
  const WAYS = [[0.0335, 18], [0.031, 18], [0.0285, 18], [0.026, 18], [0.0235, 18], [0.0235, 11], [0.0235, 8]];
  const MOST_LETTER = 0.05;
  const MOST_ROW = 0.105;
  const HEADING = 0.028;
  // In letters: how high a row is at least and at most that cuts nothing off, and one with air around the letters.
  const LINE = [1.21, 1.45];
  const AIR = 0.14;
  const MOST_COLUMNS = 4;
  const BORDER = 1;
  // As a part of the screen's width: what separates columns.
  const GAP = 0.03;
  // Names up to so many letters stand whole; one long name does not make the column of all.
  const WHOLE = 24;
  // How far apart the lines of a name are that stands whole on several, in letters, and how many those may be.
  const CLOSE_LINE = 1.1;
  const MOST_LINES = 6;

  let line = LINE[0];
  /** @type {(Podium | Shown)[][]} */
  let turns = [];
  let current = 0;
  /** @type {string | undefined} */
  let shownScene;
  let shownSince = 0;
  let timer = 0;

  const body = () => document.querySelector(".wall-body");
  /** @param {HTMLElement} part */
  const rowsOf = (part) => [...part.querySelectorAll("li")];
  const gap = () => GAP * window.innerWidth;
  const space = () => body().clientHeight - body().querySelector("h2").offsetHeight;

  /** @param {Element} cell */
  function extent(cell) {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect();
  }

  /** @param {Element} cell */
  const textWidth = (cell) => extent(cell).width;

  /** @param {Element} element */
  const fontSize = (element) => parseFloat(getComputedStyle(element).fontSize);

  /**
   * How far the letters of a list, in pixels of this size, reach above and below their line, and its font as it says.
   *
   * @param {HTMLElement} list
   * @param {number} size
   */
  function inkOf(list, size) {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(list);
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.font = `${fontStyle} ${fontWeight} ${size}px ${fontFamily}`;
    return pen.measureText([...list.querySelectorAll(".who")].map((name) => name.textContent.trim()).join(""));
  }

  /**
   * In letters, as high as what is written in them: some fonts say that they need more.
   *
   * @param {HTMLElement[]} lists
   */
  function lineOf(lists) {
    const inks = lists.map((list) => inkOf(list, 100));
    const highest = Math.max(...inks.map((ink) => ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent));
    return Math.min(Math.max(LINE[0], highest / 100), LINE[1]);
  }

  /**
   * Up or down by as much as what is written would leave its row; if it is too high, by as much on both sides.
   *
   * @param {HTMLElement} part
   * @param {number} row
   * @param {HTMLElement[]} names
   */
  function keepInRows(part, row, names) {
    if (!names.length) return;
    part.style.setProperty("--lift", "0px");
    const ink = inkOf(part.querySelector("ol"), fontSize(part.querySelector("ol")));
    const text = extent(names[0]);
    const middle = rowOf(names[0]).getBoundingClientRect().top + (row - BORDER) / 2;
    const base = text.top + (text.height + ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2 - middle;
    const most = (row - BORDER) / 2 - base - ink.actualBoundingBoxDescent;
    const least = ink.actualBoundingBoxAscent - base - (row - BORDER) / 2;
    const lift = least > most ? (least + most) / 2 : Math.min(Math.max(0, least), most);
    part.style.setProperty("--lift", `${lift}px`);
  }

  /** @param {HTMLElement} cell */
  const lettersIn = (cell) => [...cell.textContent.trim()].length;
  /** @param {HTMLElement} cell */
  const rowOf = (cell) => /** @type {HTMLElement} */ (cell.parentElement);

  /**
   * How wide a row is beside its names, and how wide a name, both in letters, and how wide the heading.
   *
   * @param {HTMLElement} part
   */
  function measured(part) {
    const rows = rowsOf(part);
    const letter = fontSize(part.querySelector("ol"));
    const heading = part.querySelector("h2");
    const names = rows.flatMap((row) => [...row.querySelectorAll(".who")])
      .map((cell) => textWidth(cell) * Math.min(1, WHOLE / lettersIn(cell)));
    const cells = rows.length ? [...rows[0].children] : [];
    /** @param {number} at */
    const widestAt = (at) => Math.max(...rows.map((row) => textWidth(row.children[at])));
    const widest = cells.map((cell, at) => (cell.matches(".who") ? 0 : widestAt(at)));
    const apart = cells.slice(1).reduce((sum, cell) => sum + parseFloat(getComputedStyle(cell).paddingLeft), 0);
    return {
      part,
      heading: (textWidth(heading) / fontSize(heading)) * HEADING * window.innerHeight + gap(),
      count: rows.length,
      others: (widest.reduce((sum, width) => sum + width, 0) + apart) / letter,
      names: cells.filter((cell) => cell.matches(".who")).length,
      name: Math.max(0, ...names) / letter,
    };
  }

  /** @param {Way} way */
  const smallest = ([letter]) => letter * window.innerHeight;
  /** @param {Way} way */
  const fit = (way) => Math.max(1, Math.floor(space() / (line * smallest(way))));
  /** @type {(list: List, way: Way) => number} */
  const lettersOf = (list, [, mostOfName]) => list.others + list.names * Math.min(list.name, mostOfName);
  /** @type {(list: List, way: Way) => number} */
  const columnWidth = (list, way) => lettersOf(list, way) * smallest(way) + gap();

  /**
   * A list on so much width, in as few turns as it takes, and in those with the largest letters.
   *
   * @param {List} list
   * @param {Way} way
   * @param {number} width
   */
  function laidOut(list, way, width) {
    const most = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(width / columnWidth(list, way))));
    const layouts = Array.from({ length: most }, (_, before) => {
      const columns = before + 1;
      const count = Math.max(1, Math.ceil(list.count / (fit(way) * columns)));
      const height = Math.max(1, Math.ceil(list.count / (count * columns)));
      const row = Math.floor(Math.min(space() / height, MOST_ROW * window.innerHeight));
      const widest = (width / columns - gap()) / lettersOf(list, way);
      const largest = Math.min(row / (line + AIR), widest, MOST_LETTER * window.innerHeight);
      const letter = Math.min(row / line, Math.max(smallest(way), largest));
      const heading = Math.min(1, width / list.heading);
      const cutsNone = list.name <= way[1];
      return { part: list.part, width, columns, count, height, row, letter, heading, cutsNone };
    });
    return layouts.reduce((best, one) => ((one.count - best.count || best.letter - one.letter) < 0 ? one : best));
  }

  /**
   * The rows of a list in turns of the same height.
   *
   * @param {Layout} layout
   */
  function turnsOf(layout) {
    const rows = rowsOf(layout.part);
    const size = layout.height * layout.columns;
    /** @param {number} turn */
    const rowsIn = (turn) => rows.slice(turn * size, (turn + 1) * size);
    return Array.from({ length: layout.count }, (_, turn) => ({ ...layout, rows: rowsIn(turn) }));
  }

  /**
   * Tables that fit into one turn stay beside the standings, if both have room.
   *
   * @param {List[]} lists
   * @param {Way} way
   * @param {number} width
   */
  function sideBySide([tables, standings], way, width) {
    if (!standings) return null;
    const room = Math.floor((width - columnWidth(tables, way)) / columnWidth(standings, way));
    const columns = Math.min(room, Math.ceil(standings.count / fit(way)));
    const share = columnWidth(tables, way) / (columnWidth(tables, way) + columns * columnWidth(standings, way));
    const always = laidOut(tables, way, width * share);
    const headings = tables.heading <= width * share && standings.heading <= width * (1 - share);
    if (columns < 1 || always.count > 1 || !headings) return null;
    return turnsOf(laidOut(standings, way, width * (1 - share))).map((turn) => [...turnsOf(always), turn]);
  }

  /**
   * @param {List[]} lists
   * @param {Way} way
   * @param {number} width
   * @returns {Shown[][]}
   */
  function oneAfterTheOther(lists, way, width) {
    return lists.flatMap((list) => turnsOf(laidOut(list, way, width)).map((turn) => [turn]));
  }

  // The largest letters with which no turn goes by too fast; if there are none, the smallest.
  function plan() {
    const podium = body().querySelector(".wall-podium");
    const parts = [...body().querySelectorAll(".wall-list")];
    if (podium) podium.hidden = true;
    const width = parts.length > 1 ? body().clientWidth : parts[0].clientWidth;
    const lists = parts.filter((part) => !part.matches(".wall-season")).map(measured);
    const later = parts.filter((part) => part.matches(".wall-season")).map(measured);
    const first = podium ? [[{ part: podium, rows: [] }]] : [];
    const plans = WAYS.map((way) => [
      ...first,
      ...(sideBySide(lists, way, width) || oneAfterTheOther(lists, way, width)),
      ...oneAfterTheOther(later, way, width),
    ]);
    return plans.find((one) => one.length <= MOST_TURNS) || plans[plans.length - 1];
  }

  // Of the room that its cell has for it.
  /** @param {HTMLElement} cell */
  const room = (cell) => cell.clientWidth - parseFloat(getComputedStyle(cell).paddingLeft);
  /** @param {HTMLElement} cell */
  const partTaken = (cell) => (textWidth(cell) - 0.5) / room(cell);

  /**
   * Letters of another size are not always wider by the same part.
   *
   * @param {HTMLElement} part
   * @param {number} letter
   * @param {HTMLElement[]} names
   */
  function shrinkToFit(part, letter, names) {
    for (let fitting = letter, tries = 0; tries < 4; tries += 1) {
      part.style.setProperty("--letter", `${fitting}px`);
      const most = Math.max(0, ...names.map(partTaken));
      if (most <= 1) break;
      fitting /= most;
    }
  }

  /**
   * In letters as large as they may be for all lines that it takes.
   *
   * @param {HTMLElement} cell
   * @param {number} row
   */
  function setWhole(cell, row) {
    cell.classList.add("whole");
    const largest = Math.min(fontSize(rowOf(cell)), row / (2 * CLOSE_LINE));
    for (let letter = largest; letter > row / (MOST_LINES * CLOSE_LINE); letter *= 0.94) {
      cell.style.setProperty("--letter-of-whole", `${letter}px`);
      if (cell.offsetHeight <= row + 0.5) return;
    }
  }

  function cutAgain() {
    body().querySelectorAll(".whole").forEach((cell) => { cell.classList.remove("whole"); });
  }

  // For the first half of a turn what is too long ends in "…", for the second it stands whole.
  function show() {
    current %= turns.length;
    const seen = turns[current];
    body().querySelectorAll("section").forEach((part) => { part.hidden = seen.every((turn) => turn.part !== part); });
    cutAgain();
    const stay = Math.min(TURN, Math.floor(LONGEST_WAIT / turns.length));
    const passed = performance.now() - shownSince;
    const lists = seen.filter((turn) => "letter" in turn);
    for (const { part, width, columns, height, row, heading, rows } of lists) {
      rowsOf(part).forEach((one) => { one.hidden = !rows.includes(one); });
      part.style.setProperty("--share", `1 1 ${width}px`);
      part.style.setProperty("--rows", String(height));
      part.style.setProperty("--columns", String(columns));
      part.style.setProperty("--row", `${row}px`);
      part.style.setProperty("--heading", String(heading));
    }
    for (const { part, row, letter, cutsNone, rows } of lists) {
      const names = rows.flatMap((one) => [...one.querySelectorAll(".who")]);
      shrinkToFit(part, letter, cutsNone ? names.filter((name) => lettersIn(name) <= WHOLE) : []);
      keepInRows(part, row, names);
      const cut = passed < stay / 2 ? [] : names.filter((name) => partTaken(name) > 1);
      cut.forEach((name) => { setWhole(name, row); });
    }
    document.getElementById("wall-turn").textContent = turns.length > 1 ? `${current + 1} / ${turns.length}` : "";
    clearTimeout(timer);
    timer = passed < stay / 2 ? setTimeout(show, stay / 2 - passed) : setTimeout(turnOn, Math.max(0, stay - passed));
  }

  /** @param {number} turn */
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
    cutAgain();
    body().querySelectorAll("section, li").forEach((part) => { part.hidden = false; });
    document.getElementById("wall-turn").textContent = "1 / 1";
    if (!body().querySelector(".wall-list, .wall-podium")) {
      document.getElementById("wall-turn").textContent = "";
      clearTimeout(timer);
      return;
    }
    line = lineOf([...body().querySelectorAll(".wall-list ol")]);
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
