// What was tapped on a score sheet and waits on this device is told on the pages that lead there, and where its pairing
// is gone, that it was not sent.
"use strict";

(() => {
  const place = document.getElementById("not-sent");
  const stores = place.dataset.stores ?? "";
  // The sheet itself shows what waits for it.
  const own = document.getElementById("waiting")?.dataset.store;

  /**
   * What waits of one match; a queue of an older page says neither where nor of whom.
   *
   * @typedef {{ key: string, path?: string, match: number, title: string, says: string[] }} Unsent
   */

  /** @returns {Unsent[]} */
  function kept() {
    try {
      return Object.keys(localStorage)
        .filter((key) => key !== own && (key === stores || (stores.endsWith("-") && key.startsWith(stores))))
        .sort()
        .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? "{}") }));
    } catch {
      // A browser that keeps nothing for a page keeps nothing that waits.
      return [];
    }
  }

  /**
   * The page of a sheet leads on once its match is another one. Who gets no answer does not know.
   *
   * @param {Unsent} queue
   */
  async function isGone({ path, match }) {
    try {
      const answer = await fetch(`${path}?of=${match}`, { headers: { "HX-Request": "true" } });
      return answer.headers.has("HX-Redirect") || answer.status === 404;
    } catch {
      return false;
    }
  }

  let drawn = "[]";

  async function draw() {
    const queues = kept().filter(({ path }) => path);
    const gone = await Promise.all(queues.map(isGone));
    const shown = JSON.stringify([queues, gone]);
    if (shown === drawn) return;
    drawn = shown;
    place.replaceChildren(place.querySelector("template"), ...queues.map((queue, index) => one(queue, gone[index])));
  }

  /**
   * @param {Unsent} queue
   * @param {boolean} isOff
   */
  function one({ key, path, title, says }, isOff) {
    const made = document.importNode(place.querySelector("template").content, true);
    /** @type {(selector: ".gone" | ".discard" | ".yet" | ".to-sheet", isShown: boolean) => void} */
    const show = (selector, isShown) => { made.querySelector(selector).hidden = !isShown; };
    show(".gone", isOff);
    show(".discard", isOff);
    show(".yet", !isOff);
    show(".to-sheet", !isOff);
    made.querySelector(".to-sheet").href = path ?? "";
    made.querySelector(".who").textContent = title;
    made.querySelector("ol").append(...says.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    made.querySelector(".discard").addEventListener("click", () => {
      localStorage.removeItem(key);
      draw();
    });
    return made;
  }

  document.addEventListener("htmx:afterSwap", draw);
  window.addEventListener("storage", draw);
  // A page that is gone back to shows what was tapped meanwhile.
  window.addEventListener("pageshow", draw);
})();
