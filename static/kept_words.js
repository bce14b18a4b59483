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
  // Of a browser that keeps nothing for a page, the words wait on the page alone.
  /** @type {WaitingSheet | null} */
  let onPage = null;

  const store = () => page()?.getElementById("waiting").dataset.store ?? "";
  /** @returns {ToldSheet} */
  const told = () => JSON.parse(page()?.getElementById("sheet")?.dataset.sheet ?? "null");
  const base = () => ({ mark: told().mark, leaves: told().leaves, kept: told().kept });

  /** @returns {WaitingSheet} */
  function read() {
    let found = onPage;
    try {
      found = JSON.parse(localStorage.getItem(store()) ?? "null") || onPage;
    } catch {
      // See above.
    }
    const nothing = { match: told().match, base: base(), words: [], says: [], reason: "", isStopped: false };
    return found && (found.words.length || found.reason) ? found : nothing;
  }

  /** @param {WaitingSheet} queue */
  function keep(queue) {
    const isEmpty = !queue.words.length && !queue.reason;
    onPage = isEmpty ? null : queue;
    try {
      if (isEmpty) localStorage.removeItem(store());
      else localStorage.setItem(store(), JSON.stringify(queue));
    } catch {
      // See above.
    }
  }

  return { store, told, base, read, keep };
};
