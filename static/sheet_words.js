// The words of a score sheet that wait on this device, for the page of the sheet and for the match clock behind it.
"use strict";

/**
 * @param {() => Document} shown The page of the sheet, as it was answered last.
 * @param {() => string} address Of the sheet.
 * @param {(html: string, isOwn: boolean) => void} show Told of each answer with a sheet; `isOwn` of one to a word.
 * @param {() => void} draw
 * @returns {SheetWords}
 */
// biome-ignore lint/correctness/noUnusedVariables: sheet.js and clock_sheet.js ask it.
const sheetWords = (shown, address, show, draw) => {
  const { of = "", gone = "", shut = "" } = shown().getElementById("waiting").dataset;
  /** @type {(page: Document) => string} */
  const accountOn = (page) => page.getElementById("queue")?.dataset.account ?? "";
  const outbox = openOutbox(of, {
    account: accountOn(document), accountOn, sendsWithin: 10 * 60_000, shut, asked: shut, gone, draw,
    ofSheet: shown,
    // At the desk, what is no word of this sheet is sent by queue.js.
    sends: (word) => !document.getElementById("queue") || isOfThisSheet(word),
    valuesOf: ({ values }) => values,
    hearSheet: (html) => show(html, false),
    heard: (word, { status, text }) => {
      if (status === 200 && isOfThisSheet(word)) return show(text, true);
      wake();
      if (status >= 400) shown().getElementById("waiting").focus({ preventScroll: true });
    },
    wake,
  });

  function wake() {
    const live = document.getElementById("live");
    if (live) htmx.trigger(live, "wake");
    draw();
  }

  /** @returns {ToldSheet} */
  const told = () => JSON.parse(shown().getElementById("sheet")?.dataset.sheet ?? "null");
  /** @param {Word} word */
  const isOfThisSheet = ({ to, before }) => to === address() && Boolean(before);
  const waiting = () => /** @type {WordOfSheet[]} */ (outbox.words().filter((word) => isOfThisSheet(word) && !word.isDiscarded));

  /** What waits, of all pages of this device. */
  function read() {
    const words = waiting();
    const { match } = told();
    const refused = words.find(({ refusal }) => refusal);
    const isHere = words.every(({ values }) => values.match === String(match));
    return {
      words, isHere,
      codes: words.map(({ code }) => code),
      before: isHere && words.length ? words[0].before : told().kept,
      isStopped: Boolean(refused) || !isHere,
      reason: refused?.refusal?.sentence ?? "",
      isUnderWay: words.length > 0 && !refused && !outbox.isCut(),
    };
  }

  // How the sheet will be after what waits.
  function willBe() {
    const { before, codes } = read();
    const { format } = told();
    return codes.reduce((now, code) => SheetRules.after(format, now, code), SheetRules.sheetOf(format, before));
  }

  /** @param {string} code */
  function sentenceOf(code) {
    const { sentences, back, last_game } = told().phrases;
    return SheetRules.isBack(code) ? back.replace("{what}", sentences[code.split(":")[1]] || last_game) : sentences[code];
  }

  /** @param {string} code */
  function say(code) {
    const { match, format, phrases, changes } = told();
    const { words, isStopped } = read();
    const now = willBe();
    if (isStopped || !SheetRules.fits(format, now, [code])) return;
    const [last] = words.slice(-1);
    outbox.say({
      to: address(), about: `sheet-${match}`, says: sentenceOf(code), code, title: phrases.names.join(" – "),
      values: { match: String(match), phone: phoneName, ...(SheetRules.isBack(code) ? {} : { word: code }) },
      before: { games: now.games, ended: now.ended, words: now.words }, changes: last ? last.changes + 1 : changes,
      // Where the desk puts what was refused; this goes back to no field.
      page: address(), typed: [], chosen: [], place: "waiting",
    });
    draw();
    outbox.send();
  }

  // Of what waits, the last goes as if it had not been tapped; what is there, or may be there, is taken back by a word.
  function takeBack() {
    const { words, isStopped } = read();
    const [last] = words.slice(-1);
    if (isStopped) return;
    if (!last || last.tries || SheetRules.isBack(last.code)) return say(SheetRules.backOf(willBe()));
    outbox.letGo(last);
    draw();
  }

  // Of what has not left, or was stopped, nothing is left to say where the sheet says the same by now: the other player
  // has kept it, too. A sheet that is older than the words tells nothing.
  function compare() {
    const { words: [first], codes, isHere } = read();
    const { format, kept, changes } = told();
    if (!first || !isHere || changes < first.changes || (first.values.seen && !first.refusal)) return;
    const left = SheetRules.reconciled(format, { base: { kept: first.before }, words: codes, isStopped: false }, { kept });
    waiting().slice(0, codes.length - left.words.length).forEach(outbox.letGo);
  }

  // What was stopped is said anew; of what the program has stumbled over nobody knows, so that goes under its own name.
  function enter() {
    const words = waiting();
    words.forEach(outbox.letGo);
    for (const word of words) {
      if (word.refusal?.sentence !== "") say(word.code);
      else outbox.keep({ ...word, refusal: undefined, at: Date.now(), until: 0 });
    }
    outbox.send();
  }

  return { outbox, told, read, willBe, sentenceOf, say, takeBack, compare, enter, drop: () => waiting().forEach(outbox.discard) };
};
