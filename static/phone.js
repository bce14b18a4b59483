// On a player's private page: a new round announces itself, what was tapped is answered where the eye is, and a tap
// that did not arrive is sent again when the player says so.
"use strict";

(() => {
  const live = document.getElementById("live");
  const seat = () => document.getElementById("my-seat");
  const place = `${document.body.dataset.tournament}-${live.dataset.me}`;

  // A browser that keeps nothing for a page has forgotten by the next one; everything works without it.
  function kept(store, key) {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  }

  function keep(store, key, text) {
    try {
      window[store].setItem(key, text);
    } catch {
      // See above.
    }
  }

  // A phone calls itself by chance, so that the director sees where one phone speaks for both players.
  function ownName() {
    const known = kept("localStorage", "phone");
    if (known) return known;
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    const name = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    keep("localStorage", "phone", name);
    return kept("localStorage", "phone") || "";
  }

  // A round is new until the page has been touched or the score reported.
  let announced = seat().dataset.match;

  function announce() {
    document.title = seat().dataset.title;
    const { match } = seat().dataset;
    if (match === kept("sessionStorage", `seen-${place}`)) seat().classList.remove("is-new");
    else if (match !== announced && seat().matches(".is-new")) vibrate();
    announced = match;
  }

  // Browsers let a page vibrate only once it has been tapped.
  function vibrate() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  }

  // What moves under a finger that is about to press something is pressed by mistake.
  document.addEventListener("pointerup", ({ target }) => {
    if (target.closest("a, button, input, label, summary")) return;
    keep("sessionStorage", `seen-${place}`, seat().dataset.match);
    announce();
  });

  // The score last tapped, until the tournament computer has answered.
  let unsent = JSON.parse(kept("sessionStorage", `unsent-${place}`));
  let isCut = false;

  function remember(tapped) {
    unsent = tapped;
    keep("sessionStorage", `unsent-${place}`, JSON.stringify(tapped));
  }

  // The button that says the same once more: none where the score has arrived after all or is not asked for any more.
  function sameButton() {
    const buttons = [...document.querySelectorAll("#report button[name=result]")];
    const button = buttons.find(({ value, form }) => value === unsent?.result && form.match.value === unsent.match);
    return button && button.form.seen.value !== button.value ? button : null;
  }

  function offerAgain(isBack) {
    const again = document.getElementById("again");
    const button = again.querySelector("button");
    const same = isBack ? sameButton() : null;
    again.querySelector("p").hidden = !isBack;
    again.querySelector(".unsent").hidden = button.hidden = !same;
    if (same) button.textContent = button.dataset.words.replace("{score}", unsent.score);
    else if (isBack) remember(null);
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest("#again button")) sameButton()?.click();
    if (!unsent) offerAgain(false);
  });

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "post") return;
    const { match, result } = detail.parameters;
    const twin = document.querySelector(`.report-scores button[value="${CSS.escape(result)}"]`);
    remember({ match, result, score: twin?.dataset.score || "" });
    detail.parameters.phone = ownName();
  });

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") offerAgain(false);
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => {
      isCut = true;
      offerAgain(false);
    });
  }

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    announce();
    if (detail.requestConfig?.verb !== "post") return;
    (document.getElementById("problem") || document.getElementById("report"))?.focus();
  });

  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig } }) => {
    if (requestConfig.verb === "post") remember(null);
    if (!isCut) return;
    isCut = false;
    document.querySelector(".report.is-lost")?.classList.remove("is-lost");
    offerAgain(true);
  });

  window.addEventListener("online", () => htmx.trigger(live, "wake"));
  announce();
  if (unsent) offerAgain(true);
})();
