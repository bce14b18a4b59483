// The words of a score sheet that wait on this device, in one place for the page of the sheet and for the match clock
// behind it, so that neither loses what the other was told.
"use strict";

/**
 * The words that wait, and what the sheet says of itself in the page that was answered last.
 *
 * @param {() => Document | null} page
 * @returns {KeptWords}
 */
// biome-ignore lint/correctness/noUnusedVariables: sheet.js and clock_sheet.js ask it.
const keptWords = (page) => {
  // Where the browser keeps nothing for a page, the words wait on the page alone.
  /** @type {WaitingSheet | null} */
  let onPage = null;
  // Words that the program has, or that were discarded: a tab that reads late may write them into the store again.
  /** @type {Set<string>} */
  const settled = new Set();

  const store = () => page()?.getElementById("waiting").dataset.store ?? "";
  /** @returns {ToldSheet} */
  const told = () => JSON.parse(page()?.getElementById("sheet")?.dataset.sheet ?? "null");
  const base = () => ({ mark: told().mark, leaves: told().leaves, kept: told().kept });

  /**
   * What waits, of all tabs of this device: what the store holds, for another tab may have sent or said something.
   *
   * @returns {WaitingSheet}
   */
  function read() {
    let found = onPage;
    if (!onPage) {
      try {
        found = JSON.parse(localStorage.getItem(store()) ?? "null");
      } catch {
        // The browser keeps nothing for this page.
      }
    }
    const nothing = { match: told().match, base: base(), words: [], says: [], ids: [], reason: "", isStopped: false };
    if (!found) return nothing;
    // Words of an older page have no names.
    const queue = without({ ...found, ids: found.ids ?? found.words.map(newName) }, [...settled]);
    return queue.words.length || queue.reason ? queue : nothing;
  }

  /** @param {WaitingSheet} queue */
  function keep(queue) {
    const isEmpty = !queue.words.length && !queue.reason;
    onPage = null;
    try {
      if (isEmpty) localStorage.removeItem(store());
      else localStorage.setItem(store(), JSON.stringify(queue));
    } catch {
      if (!isEmpty) onPage = queue;
    }
  }

  /**
   * The queue with one word more, and the sentence that it is read as.
   *
   * @param {WaitingSheet} queue
   * @param {string} word
   * @param {string} says
   * @returns {WaitingSheet}
   */
  const withWord = (queue, word, says) => (
    { ...queue, words: [...queue.words, word], says: [...queue.says, says], ids: [...queue.ids, newName()] }
  );

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

  /**
   * The queue after an answer that shows how the sheet stands. `sent` names the word of this page that was answered,
   * if there is one; `refusal` says why it was not taken, else it is empty.
   *
   * @param {string} sent
   * @param {string} refusal
   * @returns {WaitingSheet}
   */
  function answered(sent, refusal) {
    let queue = read();
    // Another tab may have stopped what this one had sent.
    if (queue.isStopped && !refusal && queue.ids.includes(sent)) {
      queue = without(queue, [sent]);
      if (!queue.words.length) queue = { ...queue, isStopped: false, reason: "" };
    }
    if (queue.match !== told().match) return { ...queue, isStopped: true, reason: told().phrases.gone };
    if (queue.isStopped) queue = { ...queue, base: base() };
    else {
      const { words, isStopped } = SheetRules.reconciled(told().format, queue, base());
      queue = { ...without(queue, queue.ids.slice(0, queue.ids.length - words.length)), base: base(), isStopped };
    }
    // Of a word that another tab has settled, a refusal says nothing.
    if (refusal && queue.ids[0] === sent) return { ...queue, isStopped: true, reason: refusal };
    return queue.isStopped && !queue.reason ? { ...queue, reason: told().phrases.changed } : queue;
  }

  return { store, told, base, read, keep, withWord, without, answered };
};

const newName = () => `${Date.now()}-${Math.random()}`;
