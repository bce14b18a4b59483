// On a player's private page a new round announces itself.
"use strict";

(() => {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const seat = () => document.getElementById("my-seat");
  const seen = `seen-${document.body.dataset.tournament}-${live.dataset.me}`;

  // A browser that keeps nothing for a page has forgotten by the next one; everything works without it.
  function seenMatch() {
    try {
      return sessionStorage.getItem(seen);
    } catch {
      return null;
    }
  }

  /** @param {string} match */
  function see(match) {
    try {
      sessionStorage.setItem(seen, match);
    } catch {
      // See above.
    }
  }

  // A round is new until the page has been touched or the score reported.
  const matchOfTheSeat = () => seat().dataset.match ?? "";
  let announced = matchOfTheSeat();

  function announce() {
    sayWhatWasTyped();
    document.title = seat().dataset.title ?? "";
    const match = matchOfTheSeat();
    if (match === seenMatch()) seat().classList.remove("is-new");
    else if (match !== announced && seat().matches(".is-new")) vibrate();
    announced = match;
  }

  // What was typed for a match that is off stands in no form any more; that it was not sent is said until there is
  // another match once more.
  let isTyping = false;
  /** @type {string | null} */
  let typedBefore = null;
  /** @param {HTMLInputElement} field */
  const isFilledIn = (field) => field.value !== field.defaultValue;

  document.addEventListener("htmx:beforeSwap", () => {
    isTyping = [...live.querySelectorAll(".other-score .form-control")].some(isFilledIn);
  });

  function sayWhatWasTyped() {
    const match = matchOfTheSeat();
    if (isTyping && match !== announced) typedBefore = match;
    const notice = document.getElementById("typed-before");
    if (notice) notice.hidden = typedBefore !== match;
  }

  // Browsers let a page vibrate only once it has been tapped.
  function vibrate() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  }

  // What moves under a finger that is about to press something is pressed by mistake.
  document.addEventListener("pointerup", ({ target }) => {
    if (target.closest("a, button, input, label, summary")) return;
    see(matchOfTheSeat());
    announce();
  });

  document.addEventListener("htmx:afterSwap", announce);
  announce();
})();
