// On the page of a club: whoever has signed up on this phone is not offered it again.
"use strict";

(() => {
  /** @param {string} tournament */
  function hasSignedUp(tournament) {
    try {
      const { number, asked } = JSON.parse(localStorage.getItem(`tournament-${tournament}`) ?? "{}") || {};
      return Boolean(number || asked);
    } catch {
      return false;
    }
  }

  function hideTheWay() {
    document.querySelectorAll(".sign-up").forEach((way) => { way.hidden = hasSignedUp(way.dataset.tournament ?? ""); });
  }

  document.addEventListener("DOMContentLoaded", hideTheWay);
  document.addEventListener("htmx:afterSwap", hideTheWay);
})();
