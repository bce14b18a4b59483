// A score sheet in the hand: a word waits on the device, in its order, until the tournament computer has it. What no
// longer fits, because the sheet has gone another way meanwhile, stops there and asks.
"use strict";

(() => {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const waiting = document.getElementById("waiting");
  // In milliseconds: a word that takes longer to arrive is shown as one that waits.
  const AT_ONCE = 1500;
  const SAID_WITHIN = 12 * 60 * 60_000;

  const sheet = () => document.getElementById("sheet");
  const onDevice = sheetWords(() => document, () => location.pathname, show, draw);
  const { outbox, told, read, sentenceOf } = onDevice;
  const phrases = () => told().phrases;

  // While a word is on its way at once, nothing else is tapped.
  const isLate = () => read().words.slice(0, 1).some((word) => outbox.isOlder(word, AT_ONCE));
  const isBusy = () => read().isUnderWay && !isLate();

  /** @param {() => void} tapped */
  function take(tapped) {
    tapped();
    draw();
    setTimeout(draw, AT_ONCE);
  }

  /**
   * @param {string} html
   * @param {boolean} isOwn
   */
  function show(html, isOwn) {
    // As in my_words.js: by the way of swapping of this place.
    htmx.swap(live, html, { swapStyle: "morph:innerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: live });
    if (isOwn) sheet()?.focus({ preventScroll: true });
  }

  // A look that was begun before the last word was answered shows an older sheet.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { answeredBefore = outbox.answered() } = detail.requestConfig ?? {};
    if (answeredBefore < outbox.answered()) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!sheet()) return;
    onDevice.compare();
    draw();
    outbox.send();
  });

  // What waits, and what the sheet will be.
  function draw() {
    const page = sheet();
    if (!page) return;
    const queue = read();
    const { words, isUnderWay, isStopped } = queue;
    const isShown = isStopped || words.length > 1 || (words.length > 0 && (outbox.isCut() || isLate()));
    page.classList.toggle("is-sending", isUnderWay);
    page.classList.toggle("has-waiting", isShown);
    waiting.hidden = !isShown;
    document.getElementById("waiting-words").replaceChildren();
    if (isShown) drawWaiting(queue);
    else drawTally(told().kept, 0);
  }

  /** @param {ReturnType<typeof read>} queue */
  function drawWaiting({ words, codes, before, isHere, isStopped, reason }) {
    const { format } = told();
    /** @type {Sheet[]} */
    const states = [];
    let now = SheetRules.sheetOf(format, before);
    for (const code of isStopped ? [] : codes) {
      now = SheetRules.after(format, now, code);
      states.push(now);
    }
    const stands = SheetRules.sheetOf(format, told().kept);
    const isOver = words.some((word) => outbox.isOlder(word, SAID_WITHIN));
    const sentence = waiting.querySelector(".stopped");
    sentence.hidden = !reason;
    sentence.textContent = reason;
    waiting.querySelector(".cut").hidden = isStopped;
    waiting.querySelector(".not-entered").hidden = !isStopped;
    const whose = isHere ? [] : [line(words[0].title)];
    waiting.querySelector("ol").replaceChildren(...whose, ...words.map(({ says }, index) => line(says, states[index])));
    button(".back-one", !isStopped && SheetRules.mayGoBack(now), sentenceOf(SheetRules.backOf(now)));
    button(".enter-now", isHere && isStopped && !isOver && SheetRules.fits(format, stands, codes));
    button(".drop", isStopped);
    if (isStopped) return;
    drawTally(now, words.length);
    document.getElementById("waiting-words").replaceChildren(...choices(format, now));
  }

  /**
   * @param {".back-one" | ".enter-now" | ".drop"} selector
   * @param {boolean} isOffered
   * @param {string} [text]
   */
  function button(selector, isOffered, text) {
    const one = waiting.querySelector(selector);
    one.hidden = !isOffered;
    if (text) one.textContent = text;
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {string} className
   * @param {(Node | string)[]} content
   */
  const element = (name, className, ...content) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...content);
    return made;
  };

  /** @param {Sheet} one */
  const scoreOf = (one) => one.standing.score.join(":");

  /**
   * @param {string} says
   * @param {Sheet} [state]
   */
  function line(says, state) {
    const isOver = state?.words.length === 0;
    return element("li", "", element("span", "", says), element("b", "", isOver ? scoreOf(state) : ""));
  }

  /**
   * The large score counts what waits already.
   *
   * @param {KeptSheet} now
   * @param {number} count How many words wait.
   */
  function drawTally(now, count) {
    const score = SheetRules.sheetOf(told().format, now).standing.score;
    const stored = SheetRules.sheetOf(told().format, told().kept).standing.score;
    sheet()?.querySelectorAll(".tally .side").forEach((side, index) => {
      const points = score[index];
      side.querySelector(".figure").textContent = String(points);
      side.querySelectorAll(".triangles i").forEach((point, at) => {
        point.classList.toggle("won", at < points);
        point.classList.toggle("waits", count > 0 && at >= stored[index] && at < points);
      });
    });
  }

  /**
   * The words that may be said after those that wait.
   *
   * @param {SheetFormat} format
   * @param {Sheet} now
   */
  function choices(format, now) {
    const { labels, offers, decides, elsewhere, wins, gives_up, cube, crawford } = phrases();
    if (now.standing.isDecided) return [element("p", "decided", phrases().decided)];
    /** @param {string} code */
    const tap = (code) => choice(code);
    const codes = SheetRules.possible(format, now);
    /** @param {string} name */
    const named = (name) => codes.filter((code) => code.split("-")[1] === name);
    /** @type {(titles: string[], name: string) => HTMLElement} */
    const pair = (titles, name) => element("div", "two", ...[0, 1].map((side) => element(
      "fieldset", "", element("legend", "", titles[side]), ...named(name).filter((code) => code[0] === String(side)).map(tap),
    )));
    if (now.offer) {
      const { side, name, kind } = now.offer;
      const code = [side, name, kind].filter((part) => part !== undefined).join("-");
      const sentence = offers[code].replace("{cube}", String(2 * now.cube));
      const answers = element("div", "two answers", ...codes.map(tap));
      const isOwn = side === told().own;
      const folded = isOwn ? element("details", "", element("summary", "", elsewhere[1 - side]), answers) : answers;
      return [element("p", "offer", element("strong", "", sentence), ` ${decides[1 - side]}`), folded];
    }
    const title = phrases().titles[now.standing.game].replace("{number}", String(now.games.length + 1));
    /** @type {HTMLElement[]} */
    const made = [element("p", "", element("strong", "", title))];
    if (format.cube) {
      const state = now.standing.isCrawford ? crawford : cube.replace("{cube}", String(now.cube));
      made.push(element("p", "offer", element("strong", "", state)));
      if (named("double").length) made.push(element("div", "two", ...named("double").map((code) => choice(code, phrases().names[Number(code[0])]))));
    }
    made.push(pair(wins, "won"), ...["drawn", "automatic"].flatMap(named).map(tap));
    if (named("concede").length) made.push(element("details", "", element("summary", "", phrases().give_up), pair(gives_up, "concede")));
    return made;

    /** @param {string} code */
    function choice(code, who = "") {
      const label = labels[code].replace("{cube}", String(2 * now.cube));
      const one = element("button", "btn btn-side", element("span", "", who ? `${who}: ${label}` : label, ...gives(code)));
      one.type = "button";
      one.dataset.word = code;
      return one;
    }

    /** @param {string} code */
    function gives(code) {
      const next = SheetRules.after(format, now, code);
      if (next.games.length === now.games.length) return [];
      const points = SheetRules.worth(format, next.games[next.games.length - 1]);
      const text = points ? (next.standing.isDecided ? phrases().match : phrases().then) : phrases().drawn;
      return [element("small", "", text.replace("{points}", String(points)).replace("{score}", scoreOf(next)))];
    }
  }

  // A button of the page, or one that was drawn for what waits.
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const tapped = event.target.closest("#sheet button:is([name=word], [name=leaves]), #waiting-words button");
    if (tapped) {
      event.preventDefault();
      const { word = tapped.value } = tapped.dataset;
      if (!isBusy()) take(tapped.name === "leaves" ? onDevice.takeBack : () => onDevice.say(word));
    }
    answer.get(event.target.closest("#waiting button")?.dataset.asks ?? "")?.();
  });

  const answer = new Map([
    ["back", () => take(onDevice.takeBack)],
    ["enter", () => take(onDevice.enter)],
    ["drop", () => take(onDevice.drop)],
  ]);

  document.addEventListener("DOMContentLoaded", () => {
    onDevice.compare();
    draw();
    outbox.send();
  });
})();
