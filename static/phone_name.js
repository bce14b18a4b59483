// A phone calls itself by chance, so that the director sees where one phone speaks for both players.
"use strict";

// biome-ignore lint/correctness/noUnusedVariables: my_words.js sends it.
const phoneName = (() => {
  // A browser that keeps nothing for a page has another name on the next one; everything works without it.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const forThisPage = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** @returns {string} */
  function ownName() {
    try {
      const kept = localStorage.getItem("phone");
      if (!kept) localStorage.setItem("phone", forThisPage);
      return kept || forThisPage;
    } catch {
      return forThisPage;
    }
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post") detail.parameters.phone = ownName();
  });
  return ownName();
})();
