// On the page where a player reports the score: the answer to a tap takes the focus, and one that did not arrive is sent
// again when the player says so.
"use strict";

(() => {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const again = document.getElementById("again");
  const key = `unsent-${document.body.dataset.tournament}-${again.dataset.place}`;

  /**
   * What was tapped: the result, in the words of its button, and for which attempt at reporting.
   *
   * @typedef {{ value: string, words: string, attempt: string | undefined }} Tap
   */

  // A browser that keeps nothing for a page has forgotten by the next one; everything works without it.
  function kept() {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /** @param {string} text */
  function keep(text) {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // See above.
    }
  }

  // What was tapped last, until the tournament computer has answered.
  /** @type {Tap | null} */
  let unsent = JSON.parse(kept() ?? "null");
  let isCut = false;

  /** @param {Tap | null} tapped */
  function remember(tapped) {
    unsent = tapped;
    keep(JSON.stringify(tapped));
  }

  const buttons = () => [...live.querySelectorAll("button[name=result]")];
  /** @param {string} value */
  const buttonsOf = (value) => buttons().filter((button) => button.value === value);

  // The button that says the same once more of what the page showed then: none where it has arrived after all, or
  // where something else stands by now.
  function sameButton() {
    const tap = unsent;
    const same = tap && buttonsOf(tap.value).find(({ form }) => form?.dataset.attempt === tap.attempt);
    return same && same.form?.querySelector("[name=seen]").value !== same.value ? same : null;
  }

  /** @param {boolean} isBack Whether the tournament computer answers again. */
  function offerAgain(isBack) {
    const button = again.querySelector("button");
    const same = isBack ? sameButton() : null;
    again.querySelector("p").hidden = !isBack;
    again.querySelector(".unsent").hidden = button.hidden = !same;
    if (same && unsent) button.textContent = (button.dataset.words ?? "").replace("{tap}", unsent.words);
    else if (isBack) remember(null);
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("#again button")) sameButton()?.click();
    if (!unsent) offerAgain(false);
  });

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const value = detail.parameters.result;
    if (detail.verb !== "post" || value === undefined) return;
    const words = buttonsOf(value).map(({ dataset }) => dataset.tap).find(Boolean) || "";
    remember({ value, words, attempt: detail.elt.dataset.attempt });
  });

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") offerAgain(false);
  });

  for (const name of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
    document.addEventListener(name, () => {
      isCut = true;
      offerAgain(false);
    });
  }

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.requestConfig?.verb !== "post") return;
    const problem = document.getElementById("problem");
    if (problem) problem.focus();
    else document.getElementById("report")?.focus();
  });

  // A proxy that found no program behind it, and one that cannot store for a moment, have taken nothing.
  /** @param {XMLHttpRequest} xhr */
  const isAnswer = ({ status }) => ![502, 503, 504].includes(status);

  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb === "post" && !isAnswer(xhr)) {
      isCut = true;
      requestConfig.elt.closest(".report, .score-sheet")?.classList.add("is-lost");
      return;
    }
    if (!isAnswer(xhr)) return;
    if (requestConfig.verb === "post") remember(null);
    if (!isCut) return;
    isCut = false;
    document.querySelector(".is-lost")?.classList.remove("is-lost");
    offerAgain(true);
  });

  window.addEventListener("online", () => htmx.trigger(live, "wake"));
  if (unsent) offerAgain(true);
})();
