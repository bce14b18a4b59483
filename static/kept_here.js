// What was tapped and waits for the network is kept on this device, in one place for all pages that show it.
"use strict";

/**
 * The place of that name. Where the browser keeps nothing for a page, it waits on the page alone.
 *
 * @template Kept
 * @param {() => string} name
 * @returns {KeptHere<Kept>}
 */
// biome-ignore lint/correctness/noUnusedVariables: kept_words.js and taps.js ask it.
const keptHere = (name) => {
  /** @type {string | null} */
  let onPage = null;

  /** @returns {Kept | null} */
  function read() {
    let text = onPage;
    try {
      text ??= localStorage.getItem(name());
    } catch {
      // The browser keeps nothing for this page.
    }
    return JSON.parse(text ?? "null");
  }

  /** @param {Kept | null} kept */
  function keep(kept) {
    const text = kept && JSON.stringify(kept);
    onPage = null;
    try {
      if (!text) localStorage.removeItem(name());
      // What stands there already is not written again over what another tab may be writing.
      else if (localStorage.getItem(name()) !== text) localStorage.setItem(name(), text);
    } catch {
      onPage = text;
    }
  }

  return { read, keep };
};
