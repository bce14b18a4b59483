// A score sheet in the hand: a word waits on the device, in its order, until the tournament computer has it. What no
// longer fits, because the sheet has gone another way meanwhile, stops there and asks.
"use strict";

(() => {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const waiting = document.getElementById("waiting");
  // In milliseconds: a word that takes longer to arrive is shown as one that waits.
  const AT_ONCE = 1500;

  const sheet = () => document.getElementById("sheet");
  const onDevice = keptWords(() => document, () => location.pathname);
  const { told, read, sentenceOf } = onDevice;
  const words = () => told().phrases;

  // The name of the word that was sent and is not answered yet; else empty.
  let underWay = "";
  let isCut = false;
  let isLate = false;
  // A look that was begun before the last word was answered shows an older sheet.
  let answered = 0;
  const begun = new WeakMap();

  // While a word is on its way at once, nothing else is tapped.
  const isBusy = () => Boolean(underWay) && !isLate;

  /** @param {() => void} tapped */
  function take(tapped) {
    tapped();
    draw();
    send();
  }

  function send() {
    const next = underWay ? null : onDevice.next();
    if (!next) return;
    underWay = next.name;
    sheet()?.classList.add("is-sending");
    setTimeout(showLate, AT_ONCE, underWay);
    const csrfmiddlewaretoken = waiting.querySelector("[name=csrfmiddlewaretoken]").value;
    htmx.ajax("POST", location.pathname, {
      source: sheet(), target: live, swap: "morph:innerHTML", values: { ...next.values, csrfmiddlewaretoken },
    }).catch(() => {
      // Nobody answered: the events below say so.
    });
  }

  /** @param {string} name */
  function showLate(name) {
    if (underWay !== name) return;
    isLate = true;
    draw();
  }

  /**
   * What the sheet is known to be by now, after every answer that shows it.
   *
   * @param {string} sent
   * @param {string} refusal
   */
  function hear(sent, refusal) {
    if (sheet()) take(() => onDevice.hear(sent, refusal));
  }

  /** @param {Exchange} exchange */
  const isWord = ({ requestConfig }) => requestConfig?.verb === "post";

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isWord(detail)) sheet()?.classList.remove("is-lost");
    begun.set(detail.xhr, answered);
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isWord(detail) && (underWay || begun.get(detail.xhr) !== answered)) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    const { status } = detail.xhr;
    const isOwn = isWord(detail);
    const sent = isOwn ? underWay : "";
    if (isOwn) {
      underWay = "";
      answered += 1;
    }
    if (status >= 400 && status !== 422) return isOwn && cut();
    isCut = isLate = false;
    if (!isOwn && (underWay || begun.get(detail.xhr) !== answered - Number(isOwn))) return undefined;
    const problem = status === 422 ? document.getElementById("problem") : null;
    hear(sent, problem ? problem.textContent.trim() : "");
    if (isOwn) (read().reason ? waiting : sheet())?.focus({ preventScroll: true });
    return undefined;
  });

  function cut() {
    underWay = "";
    isCut = true;
    draw();
  }

  for (const name of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
    document.addEventListener(name, ({ detail }) => { if (isWord(detail)) cut(); });
  }

  // What waits, and what the sheet will be.
  function draw() {
    const page = sheet();
    if (!page) return;
    const queue = read();
    const isHere = queue.match === told().match;
    const isShown = Boolean(queue.reason) || (queue.words.length > 0 && (isCut || isLate || queue.isStopped || queue.words.length > 1));
    page.classList.toggle("is-sending", Boolean(underWay));
    page.classList.toggle("has-waiting", isShown && queue.words.length > 0);
    waiting.hidden = !isShown;
    document.getElementById("waiting-words").replaceChildren();
    if (isShown) drawWaiting(queue, isHere);
    else drawTally(told().kept, 0);
  }

  /**
   * @param {WaitingSheet} queue
   * @param {boolean} isHere
   */
  function drawWaiting(queue, isHere) {
    const { format } = told();
    const goesOn = isHere && !queue.isStopped;
    /** @type {Sheet[]} */
    const states = [];
    let now = SheetRules.sheetOf(format, isHere ? queue.base.kept : told().kept);
    for (const word of goesOn ? queue.words : []) {
      now = SheetRules.after(format, now, word);
      states.push(now);
    }
    const mayEnter = isHere && queue.isStopped && SheetRules.fits(format, now, queue.words);
    show(".stopped", queue.reason);
    waiting.querySelector(".cut").hidden = !goesOn || !queue.words.length;
    waiting.querySelector(".not-entered").hidden = goesOn || !queue.words.length;
    const whose = isHere ? [] : [line(queue.title ?? "")];
    waiting.querySelector("ol").replaceChildren(...whose, ...queue.says.map((says, index) => line(says, states[index])));
    button(".back-one", goesOn && SheetRules.mayGoBack(now), sentenceOf(SheetRules.backOf(now)));
    button(".enter-now", mayEnter);
    button(".drop", !goesOn && queue.words.length > 0);
    button(".read", Boolean(queue.reason) && !queue.words.length);
    if (goesOn && queue.words.length) {
      drawTally(now, queue.words.length);
      document.getElementById("waiting-words").replaceChildren(...choices(format, now));
    }
  }

  /**
   * @param {".stopped"} selector
   * @param {string} text
   */
  function show(selector, text) {
    const place = waiting.querySelector(selector);
    place.hidden = !text;
    place.textContent = text;
  }

  /**
   * @param {".back-one" | ".enter-now" | ".drop" | ".read"} selector
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
    const { labels, offers, decides, elsewhere, wins, gives_up, cube, crawford } = words();
    if (now.standing.isDecided) return [element("p", "decided", words().decided)];
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
    const title = words().titles[now.standing.game].replace("{number}", String(now.games.length + 1));
    /** @type {HTMLElement[]} */
    const made = [element("p", "", element("strong", "", title))];
    if (format.cube) {
      const state = now.standing.isCrawford ? crawford : cube.replace("{cube}", String(now.cube));
      made.push(element("p", "offer", element("strong", "", state)));
      if (named("double").length) made.push(element("div", "two", ...named("double").map((code) => choice(code, words().names[Number(code[0])]))));
    }
    made.push(pair(wins, "won"), ...["drawn", "automatic"].flatMap(named).map(tap));
    if (named("concede").length) made.push(element("details", "", element("summary", "", words().give_up), pair(gives_up, "concede")));
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
      const text = points ? (next.standing.isDecided ? words().match : words().then) : words().drawn;
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

  // Another page of this phone has sent or said something.
  window.addEventListener("storage", ({ key }) => { if (key === onDevice.store()) draw(); });
  window.addEventListener("online", () => htmx.trigger(live, "wake"));
  document.addEventListener("DOMContentLoaded", () => {
    isCut = read().words.length > 0;
    draw();
    // This page may have been drawn before a word arrived that was under way: what waits goes by the next look.
    if (isCut) htmx.trigger(live, "wake");
  });
})();
