// The words of a score sheet that wait on this device, in one place for the page of the sheet and for the match clock
// behind it, so that neither loses what the other was told.
"use strict";

/**
 * The words that wait, and what the sheet says of itself in the page that was answered last. Several pages of one
 * device share what waits: each reads it before it says, sends or hears something.
 *
 * @param {() => Document | null} page
 * @param {() => string} path The address of the sheet.
 * @returns {KeptWords}
 */
// biome-ignore lint/correctness/noUnusedVariables: sheet.js and clock_sheet.js ask it.
const keptWords = (page, path) => {
  // Words that the program has, or that were discarded: a tab that reads late may write them into the store again.
  /** @type {Set<string>} */
  const settled = new Set();

  const store = () => page()?.getElementById("waiting").dataset.store ?? "";
  /** @type {KeptHere<WaitingSheet>} */
  const device = keptHere(store);
  /** @returns {ToldSheet} */
  const told = () => JSON.parse(page()?.getElementById("sheet")?.dataset.sheet ?? "null");
  const base = () => ({ mark: told().mark, leaves: told().leaves, changes: told().changes, kept: told().kept });

  /**
   * What waits, of all tabs of this device: what the store holds, for another tab may have sent or said something.
   *
   * @returns {WaitingSheet}
   */
  function read() {
    const found = device.read();
    const nothing = { match: told().match, base: base(), words: [], says: [], ids: [], sent: "", reason: "", isStopped: false };
    if (!found) return nothing;
    // Words of an older page have no names.
    const queue = without({ ...found, ids: found.ids ?? found.words.map(newName) }, [...settled]);
    return queue.words.length || queue.reason ? queue : nothing;
  }

  /** @param {WaitingSheet} queue */
  const keep = (queue) => device.keep(queue.words.length || queue.reason ? queue : null);

  /**
   * The queue without the words of these names, which wait nowhere any more.
   *
   * @param {WaitingSheet} queue
   * @param {string[]} names
   * @returns {WaitingSheet}
   */
  function without(queue, names) {
    for (const name of names) settled.add(name);
    /** @type {(_: string, index: number) => boolean} */
    const stays = (_, index) => !names.includes(queue.ids[index]);
    return { ...queue, words: queue.words.filter(stays), says: queue.says.filter(stays), ids: queue.ids.filter(stays) };
  }

  /** @param {WaitingSheet} queue */
  const isOfThisMatch = (queue) => queue.match === told().match;

  // How the sheet will be after what waits.
  function willBe() {
    const { base: { kept }, words } = read();
    const { format } = told();
    return words.reduce((now, word) => SheetRules.after(format, now, word), SheetRules.sheetOf(format, kept));
  }

  /** @param {string} code */
  function sentenceOf(code) {
    const { sentences, back, last_game } = told().phrases;
    return SheetRules.isBack(code) ? back.replace("{what}", sentences[code.split(":")[1]] || last_game) : sentences[code];
  }

  /** @param {string} word */
  function say(word) {
    const queue = read();
    const { format, phrases } = told();
    const words = [...queue.words, word];
    if (queue.isStopped || !isOfThisMatch(queue)) return;
    if (!SheetRules.fits(format, SheetRules.sheetOf(format, queue.base.kept), words)) return;
    keep({
      ...queue, words, says: [...queue.says, sentenceOf(word)], ids: [...queue.ids, newName()],
      title: phrases.names.join(" – "), path: path(),
    });
  }

  // Of what waits, the last goes as if it had not been tapped; what is there, or may be there, is taken back by a word.
  function takeBack() {
    const queue = read();
    const [last] = queue.words.slice(-1);
    const [name] = queue.ids.slice(-1);
    if (queue.isStopped || !isOfThisMatch(queue)) return;
    if (last && name !== queue.sent && !SheetRules.isBack(last)) keep(without(queue, [name]));
    else say(SheetRules.backOf(willBe()));
  }

  /**
   * The word that goes out next, by its name, with what is sent of it; null where nothing may be sent.
   *
   * @returns {{ name: string, values: Record<string, string> } | null}
   */
  function next() {
    const queue = read();
    if (queue.isStopped || !queue.words.length || !isOfThisMatch(queue)) return null;
    const [word] = queue.words;
    const [name] = queue.ids;
    keep({ ...queue, sent: name });
    const [field, value] = SheetRules.isBack(word) ? ["leaves", queue.base.leaves] : ["word", word];
    return { name, values: { match: String(queue.match), seen: queue.base.mark, [field]: value } };
  }

  /**
   * Go by an answer that shows how the sheet stands. `sent` names the word of this page that was answered, if there is
   * one; `refusal` says why it was not taken, else it is empty.
   *
   * @param {string} sent
   * @param {string} refusal
   */
  function hear(sent, refusal) {
    const queue = read();
    const isOlder = isOfThisMatch(queue) && queue.base.changes > told().changes;
    // Another tab knows a later sheet.
    if (!isOlder) keep(answered(queue, sent, refusal));
  }

  /**
   * @param {WaitingSheet} waiting
   * @param {string} sent
   * @param {string} refusal
   * @returns {WaitingSheet}
   */
  function answered(waiting, sent, refusal) {
    let queue = waiting;
    // Another tab may have stopped what this one had sent.
    if (queue.isStopped && !refusal && queue.ids.includes(sent)) {
      queue = without(queue, [sent]);
      if (!queue.words.length) queue = { ...queue, isStopped: false, reason: "" };
    }
    if (!isOfThisMatch(queue)) return { ...queue, isStopped: true, reason: told().phrases.gone };
    if (queue.isStopped) queue = { ...queue, base: base() };
    else {
      const { words, isStopped } = SheetRules.reconciled(told().format, queue, base());
      const arrived = queue.ids.slice(0, queue.ids.length - words.length);
      // Said and taken back by somebody else, or not said yet: nothing on the sheet tells.
      const mayHaveBeenSaid = !arrived.length && queue.sent === queue.ids[0] && queue.base.mark !== told().mark;
      queue = { ...without(queue, arrived), base: base(), isStopped: isStopped || (words.length > 0 && mayHaveBeenSaid) };
    }
    // Of a word that another tab has settled, a refusal says nothing.
    if (refusal && queue.ids[0] === sent) return { ...queue, isStopped: true, reason: refusal };
    return queue.isStopped && !queue.reason ? { ...queue, reason: told().phrases.changed } : queue;
  }

  // What was stopped is said anew, after what the sheet is known to be by now: an answer to what another tab had sent of
  // it before is about words of other names.
  function enter() {
    const queue = read();
    const ids = queue.words.map(newName);
    keep({ ...queue, ids, sent: ids[0] ?? "", isStopped: false, reason: "" });
  }

  const drop = () => keep({ ...without(read(), read().ids), reason: "" });

  return { store, told, read, willBe, sentenceOf, say, takeBack, next, hear, enter, drop };
};

const newName = () => `${Date.now()}-${Math.random()}`;
