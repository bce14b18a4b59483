// The wall: letters as large as the content allows, in columns, and what does not fit in turns.
"use strict";

(() => {
  /**
   * A list as it is measured, and as it is laid out in so many turns. Heights and widths are in letters, but those of
   * a layout, which are in pixels.
   *
   * @typedef {ReturnType<typeof measured>} List
   * @typedef {ReturnType<typeof laidOut>} Layout
   *
   * A part of the page in one turn; a list with the rows that it shows then, a bracket or a podium with none.
   *
   * @typedef {Layout & { rows: HTMLElement[] }} Shown
   * @typedef {{ part: HTMLElement, rows: HTMLElement[] }} Alone
   */

  // In milliseconds: how long a turn stays at most, and how long anybody waits for their own line.
  const TURN = 12_000;
  const LONGEST_WAIT = 40_000;
  // With more of them, each would go by too fast to be read.
  const MOST_TURNS = 6;
  const MOST_COLUMNS = 4;
  // Letters as parts of the screen's height: what is read across the room, what is still read from nearer by, and how
  // large they become at most, of a match and of a line.
  const GOOD = 0.041;
  const LEAST = 0.023;
  const LARGEST = { match: 0.15, line: 0.11 };
  // In letters: how high a match and a line of a list are, at least and at most.
  const MATCH = [2.86, 4.6];
  const LINE = [1.3, 2.4];
  // As a part of the screen's width: what separates columns of matches, of lines, parts of the page, rounds.
  const GAP = { match: 0.012, line: 0.016, part: 0.024, round: 0.026 };
  // The part of the names that stands whole in the largest letters, and how much smaller those of the others may be:
  // on one line, or on two.
  const USUAL = 0.88;
  const SMALLER = 0.55;
  // A name stays on one line if that makes it no smaller than this.
  const ON_ONE_LINE = 0.8;
  // Of names of more letters than that the rest counts for nothing: they take more lines, or smaller letters.
  const WHOLE = 60;
  // Standings stand beside tables, and take 1 part of the width where those take so many, if the tables keep so much of
  // their letters.
  const SHARE = 1.35;
  const KEPT = 0.95;
  // How much larger the round of the bracket that is played is than the others, in letters of the bracket.
  const PLAYED = 1.35;
  const OTHERS = 0.9;
  const BOX = 2.72;
  const HEADING = 0.046;
  // In letters: how far they may leave their cell above and below, which has air around it.
  const AIR = 0.02;

  /** @type {(Alone | Shown)[][]} */
  let turns = [];
  let current = 0;
  /** @type {string | undefined} */
  let shownScene;
  let shownSince = 0;
  let timer = 0;

  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  const body = () => /** @type {HTMLElement} */ (document.querySelector(".wall-body"));
  /** @param {HTMLElement} part */
  const rowsOf = (part) => /** @type {HTMLElement[]} */ ([...part.querySelectorAll("ol > li")]);
  /** @type {(part: ParentNode, cells: string) => HTMLElement[]} */
  const all = (part, cells) => [...part.querySelectorAll(cells)];
  /** @param {Element} element */
  const fontSize = (element) => parseFloat(getComputedStyle(element).fontSize);
  /** @param {Element} cell */
  const said = (cell) => cell.textContent.trim().replace(/\s+/g, " ");
  /** @param {number} part */
  const wide = (part) => part * window.innerWidth;
  /** @param {number} part */
  const high = (part) => part * window.innerHeight;
  /** @param {number[]} numbers */
  const most = (numbers) => Math.max(0, ...numbers);

  /** @param {Element} cell */
  function extent(cell) {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect();
  }

  /**
   * What a text takes in the font of a cell, in its letters; measured in letters of this size.
   *
   * @param {Element} cell
   * @param {string} text
   * @param {string} [weight]
   */
  function inkOf(cell, text, weight, size = 100) {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(cell);
    pen.font = `${fontStyle} ${weight || fontWeight} ${size}px ${fontFamily}`;
    const ink = pen.measureText(text);
    return {
      width: ink.width / size,
      // What the font says that it needs above and below, and nothing is written in.
      above: (ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent) / size,
      below: (ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent) / size,
    };
  }

  /**
   * How wide the widest of some cells is, in letters of their row; of a state its widest word.
   *
   * @param {HTMLElement[]} cells
   */
  function widest(cells) {
    return most(cells.map((cell) => {
      const texts = cell.matches(".state") ? said(cell).split(" ") : [said(cell)];
      const letters = most(texts.map((text) => inkOf(cell, text, "700").width));
      return letters * (fontSize(cell) / fontSize(/** @type {HTMLElement} */ (cell.parentElement)));
    }));
  }

  /**
   * How wide the names of a part shall be at least, in letters. The winner of a match is bold, whoever it will be.
   *
   * @param {HTMLElement[]} names
   * @param {string} [weight]
   */
  function usualWidth(names, weight) {
    if (!names.length) return 1;
    const once = [...new Set(names.map(said))];
    const widths = once.map((name) => inkOf(names[0], name, weight).width).sort((a, b) => a - b);
    const widestOfAll = widths[widths.length - 1];
    const usual = widths.length < 4 ? widestOfAll : widths[Math.floor((widths.length - 1) * USUAL)];
    const longest = once.reduce((one, other) => (other.length > one.length ? other : one));
    const counted = inkOf(names[0], longest.slice(0, WHOLE), weight).width;
    const whole = widestOfAll <= 1.15 * usual ? widestOfAll : usual;
    return Math.max(Math.min(whole, counted), counted * SMALLER * 0.6);
  }

  /**
   * How wide a row is beside its names, and how wide these, and what it takes of the height.
   *
   * @param {HTMLElement} part
   */
  function measured(part) {
    const isMatch = part.matches(".wall-boxes");
    const names = all(part, ".who");
    const before = widest(all(part, isMatch ? ".number" : ".number:first-child"));
    const after = widest(all(part, isMatch ? ".score, .state" : ".wins, .number:last-child"));
    const last = widest(all(part, ".difference"));
    return {
      part,
      isMatch,
      count: rowsOf(part).length,
      before: before && before + (isMatch ? 0.5 : 0.1),
      after: after && after + (isMatch ? 0.25 : 0.5),
      last: last && last + 0.6,
      name: usualWidth(names, isMatch ? "700" : undefined) + (isMatch ? 0.55 : 0.4),
      heading: widest(all(part, "h2")) * high(0.028),
    };
  }

  /** @param {HTMLElement} part */
  const space = (part) => body().clientHeight - parseFloat(getComputedStyle(body()).paddingTop)
    - all(part, "h2")[0].offsetHeight;

  /**
   * A list on so much width in so many turns, with the columns that give the largest letters.
   *
   * @param {List} list
   * @param {number} width
   * @param {number} count
   */
  function laidOut(list, width, count) {
    const { part, isMatch } = list;
    const [least, largest] = isMatch ? MATCH : LINE;
    const gap = wide(isMatch ? GAP.match : GAP.line);
    const letters = list.before + list.name + list.after + list.last;
    const layouts = Array.from({ length: MOST_COLUMNS }, (_, before) => {
      const columns = before + 1;
      const height = Math.max(1, Math.ceil(Math.ceil(list.count / count) / columns));
      const letter = Math.min(
        space(part) / height / least,
        (width - (columns - 1) * gap) / columns / letters,
        high(isMatch ? LARGEST.match : LARGEST.line),
      );
      const row = Math.floor(Math.min(space(part) / height, letter * largest));
      return { part, list, width, columns, count, height, letter, row };
    });
    return layouts.reduce((best, one) => (one.letter > 1.02 * best.letter ? one : best));
  }

  /** @param {Layout} layout */
  function turnsOf(layout) {
    const rows = rowsOf(layout.part);
    const size = layout.height * layout.columns;
    const needed = Math.max(1, Math.ceil(rows.length / size));
    /** @param {number} turn */
    const rowsIn = (turn) => rows.slice(turn * size, (turn + 1) * size);
    return Array.from({ length: needed }, (_, turn) => ({ ...layout, rows: rowsIn(turn) }));
  }

  /**
   * The lists one after the other. A turn more goes first to what nobody could read, then to the tables, then to the
   * others, as long as their letters become larger by it and there are no more than can be waited for.
   *
   * @param {List[]} lists
   * @param {number} width
   * @param {number} taken
   */
  function oneAfterTheOther(lists, width, taken) {
    const layouts = lists.map((list) => laidOut(list, width, 1));
    const isOf = [() => true, (/** @type {List} */ list) => list.isMatch, () => true];
    [LEAST, GOOD, GOOD].forEach((wanted, stage) => {
      for (;;) {
        const free = MOST_TURNS - taken - layouts.reduce((sum, one) => sum + one.count, 0);
        const small = layouts.map((one, index) => ({ one, index }))
          .filter(({ one }) => isOf[stage](one.list) && one.letter < high(wanted))
          .sort((a, b) => a.one.letter - b.one.letter);
        const larger = small.flatMap(({ one, index }) => Array.from({ length: Math.max(0, free) }, (_, more) => (
          { index, layout: laidOut(one.list, width, one.count + more + 1), than: one.letter }
        ))).find(({ layout, than }) => layout.letter > 1.01 * than);
        if (!larger) return;
        layouts[larger.index] = larger.layout;
      }
    });
    return layouts.flatMap((layout) => turnsOf(layout).map((turn) => [turn]));
  }

  /**
   * The tables and beside them the standings, where both are seen at once and the tables' letters stay as they are.
   *
   * @param {List[]} lists
   * @param {number} width
   */
  function sideBySide([tables, standings], width) {
    if (!tables || !standings || !tables.isMatch) return null;
    const both = width - wide(GAP.part);
    const beside = laidOut(tables, (both * SHARE) / (SHARE + 1), 1);
    const ranked = laidOut(standings, both / (SHARE + 1), 1);
    const isKept = beside.letter >= KEPT * laidOut(tables, width, 1).letter && ranked.letter >= high(GOOD);
    return isKept ? [[...turnsOf(beside), ...turnsOf(ranked)]] : null;
  }

  function plan() {
    const parts = all(body(), ".wall-list");
    const alone = all(body(), ".wall-podium, .wall-bracket");
    alone.forEach((part) => { part.hidden = true; });
    const width = parts.length > 1 || alone.length || !parts.length ? body().clientWidth : parts[0].clientWidth;
    const lists = parts.filter((part) => !part.matches(".wall-season")).map(measured);
    const later = parts.filter((part) => part.matches(".wall-season")).map(measured);
    const first = alone.map((part) => [{ part, rows: [] }]);
    const together = sideBySide(lists, width);
    const after = oneAfterTheOther(together ? later : [...lists, ...later], width, first.length + (together ? 1 : 0));
    return [...first, ...(together || []), ...after];
  }

  /**
   * A name in the letters of its row if its cell is as wide, else in smaller ones, or on several lines where it stands
   * in larger ones then.
   *
   * @param {HTMLElement} cell
   */
  function fitName(cell) {
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const room = cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const text = said(cell);
    const place = cell.getBoundingClientRect();
    const fits = () => {
      const { width, top, bottom } = extent(cell);
      const size = fontSize(cell);
      // A browser sets lines with what the font needs in whole pixels, which small letters feel.
      const ink = inkOf(cell, text, undefined, size);
      const leaves = Math.max(place.top - top - ink.above * size, bottom - ink.below * size - place.bottom);
      return width <= room + 0.5 && leaves <= AIR * size;
    };
    if (room <= 0 || fits()) return;
    const one = room / extent(cell).width;
    if (one < ON_ONE_LINE) cell.classList.add("several");
    for (let own = 1; own > one && one < ON_ONE_LINE; own *= 0.96) {
      cell.style.setProperty("--own", `${own}em`);
      if (fits()) return;
    }
    cell.classList.remove("several");
    for (let own = Math.min(1, one), tries = 0; tries < 40; tries += 1, own *= 0.985) {
      cell.style.setProperty("--own", `${own}em`);
      if (fits()) return;
    }
  }

  /** @param {HTMLElement[]} names */
  function fitNames(names) {
    names.forEach((name) => {
      name.classList.remove("several");
      name.style.removeProperty("--own");
    });
    names.forEach(fitName);
  }

  /** @type {(part: HTMLElement, values: Record<string, string | number>) => void} */
  function set(part, values) {
    Object.entries(values).forEach(([name, value]) => { part.style.setProperty(`--${name}`, String(value)); });
  }

  /** @param {Shown} shown */
  function showList({ part, list, width, columns, height, row, letter, rows }) {
    rowsOf(part).forEach((one) => { one.hidden = !rows.includes(one); });
    const { before, after, last } = list;
    set(part, {
      share: `1 1 ${width}px`,
      rows: height,
      columns,
      row: `${row}px`,
      letter: `${letter}px`,
      heading: Math.min(1, width / Math.max(1, list.heading)),
      before: `${before}em`,
      after: `${after}em`,
      last: `${last}em`,
    });
  }

  /**
   * The bracket in letters as large as its rounds allow; the round that is played stands out.
   *
   * @param {HTMLElement} part
   */
  function showBracket(part) {
    const rounds = all(part, ".tree > li");
    const played = rounds.reduce((last, round, nth) => (all(round, ".number").some(said) ? nth : last), 0);
    const weights = rounds.map((_, nth) => (nth === played ? PLAYED : OTHERS));
    const words = widest(all(part, ".words"));
    const names = Math.max(usualWidth(all(part, ".who:not(.words)"), "700"), ON_ONE_LINE * 1.05 * words);
    const before = widest(all(part, ".number")) + 0.5;
    const after = Math.max(0.6, widest(all(part, ".score, .state"))) + 0.25;
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const below = part.clientHeight - high(HEADING);
    const third = all(part, ".third").length ? OTHERS * BOX + 0.4 : 0;
    const room = part.clientWidth - (rounds.length - 1) * wide(GAP.round);
    const letter = Math.min(
      room / sum / (before + names + after + 0.55),
      high(LARGEST.match) / PLAYED,
      ...rounds.map((round, nth) => below / (all(round, ":scope > ol > li").length * (BOX * weights[nth] + 0.3))),
      (below / 2 - high(HEADING)) / ((BOX * weights[weights.length - 1]) / 2 + third),
    );
    set(part, { template: weights.map((weight) => `minmax(0,${weight}fr)`).join(" ") });
    rounds.forEach((round, nth) => {
      const size = letter * weights[nth];
      set(round, { letter: `${size}px`, high: `${BOX * size}px`, before: `${before}em`, after: `${after}em` });
    });
    all(part, ".third .match").forEach((box) => {
      set(box, { letter: `${letter * OTHERS}px`, high: `${BOX * OTHERS * letter}px` });
    });
  }

  function show() {
    current %= turns.length;
    const seen = turns[current];
    all(body(), "section").forEach((part) => { part.hidden = seen.every((turn) => turn.part !== part); });
    for (const turn of seen) {
      if ("letter" in turn) showList(turn);
      else if (turn.part.matches(".wall-bracket")) showBracket(turn.part);
    }
    fitNames(all(body(), ".who").filter((name) => name.offsetParent));
    const stay = Math.min(TURN, Math.floor(LONGEST_WAIT / turns.length));
    document.getElementById("wall-turn").textContent = turns.length > 1 ? `${current + 1} / ${turns.length}` : "";
    clearTimeout(timer);
    timer = setTimeout(turnOn, Math.max(0, stay - (performance.now() - shownSince)));
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
    all(body(), "section, li").forEach((part) => { part.hidden = false; });
    document.getElementById("wall-turn").textContent = "1 / 1";
    if (!all(body(), "section").length) {
      document.getElementById("wall-turn").textContent = "";
      clearTimeout(timer);
      return;
    }
    turns = plan();
    show();
  }

  function turnOn() {
    body().querySelector(".wall-podium:not([hidden])")?.classList.add("seen");
    turnTo(current + 1);
    show();
  }

  // WebKit runs this before it has the style sheet, without which nothing can be measured.
  window.addEventListener("load", layOut);
  document.addEventListener("htmx:afterSwap", layOut);
  window.addEventListener("resize", layOut);
})();
