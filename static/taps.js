// On the page where a player reports the score: the answer to a tap takes the focus, and a score that did not arrive
// waits on the phone and is sent once there is a network, as the words of a score sheet do.
"use strict";

(() => {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  const again = document.getElementById("again");

  /**
   * What was tapped: the result, in the words of its button, for which attempt at reporting, and which own report the
   * page showed.
   *
   * @typedef {{ value: string, words: string, attempt: string | undefined, seen: string }} Tap
   */

  // What was tapped last, until the tournament computer has answered.
  /** @type {KeptHere<Tap>} */
  const device = keptHere(() => `unsent-${document.body.dataset.tournament}-${again.dataset.place}`);
  let isUnderWay = false;
  let isCut = Boolean(device.read());

  /** @param {string} value */
  const buttonsOf = (value) => [...live.querySelectorAll("button[name=result]")].filter((button) => button.value === value);

  /** @param {HTMLButtonElement} button */
  const seenAt = ({ form }) => form?.querySelector("[name=seen]").value ?? "";

  /**
   * The button that says the same once more, of the same match.
   *
   * @param {Tap} tap
   */
  const sameButton = (tap) => buttonsOf(tap.value).find(({ form }) => form?.dataset.attempt === tap.attempt);

  /** @param {Tap} tap */
  function hasArrived(tap) {
    const { match, said } = document.getElementById("report")?.dataset ?? {};
    return match === tap.attempt && said === tap.value;
  }

  /** @param {"" | "waits" | "back"} state */
  function show(state) {
    const tap = device.read();
    const button = tap && sameButton(tap);
    for (const name of /** @type {const} */ (["waits", "back"])) again.querySelector(`.${name}`).hidden = state !== name;
    again.querySelector(".unsent").hidden = !tap;
    again.querySelectorAll(".tapped").forEach((place) => { place.textContent = tap ? tap.words : ""; });
    const send = again.querySelector(".send");
    send.hidden = state !== "back" || !button;
    if (tap) send.textContent = (send.dataset.words ?? "").replace("{tap}", tap.words);
    again.querySelector(".drop").hidden = !state || !tap;
  }

  // What waits goes out by itself where the page still shows what it was tapped for; else it is named.
  function goOn() {
    const tap = device.read();
    if (isUnderWay) return;
    if (tap && hasArrived(tap)) device.keep(null);
    const waits = device.read();
    const button = waits && sameButton(waits);
    isCut = false;
    if (button && seenAt(button) === waits.seen) button.click();
    else show("back");
  }

  document.addEventListener("click", ({ target }) => {
    const tap = device.read();
    if (target.closest("#again .send") && tap) sameButton(tap)?.click();
    if (!target.closest("#again .drop")) return;
    device.keep(null);
    show("");
  });

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const value = detail.parameters.result;
    if (detail.verb !== "post" || value === undefined) return;
    const words = buttonsOf(value).map(({ dataset }) => dataset.tap).find(Boolean) || "";
    device.keep({ value, words, attempt: detail.elt.dataset.attempt, seen: String(detail.parameters.seen ?? "") });
  });

  // What a form said is settled by its request: news may have put another form in its place meanwhile.
  document.addEventListener("htmx:beforeRequest", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb !== "post") return;
    isUnderWay = true;
    show("");
    xhr.addEventListener("loadend", () => {
      isUnderWay = false;
      if (xhr.status && isAnswer(xhr)) device.keep(null);
      else if (!requestConfig.elt.isConnected) cut();
    });
  });

  function cut() {
    isCut = true;
    show(device.read() ? "waits" : "");
    // What waits is not to be tapped again.
    if (device.read()) document.querySelector(".is-lost")?.classList.remove("is-lost");
  }

  for (const name of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
    document.addEventListener(name, cut);
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
    const isTap = requestConfig.verb === "post";
    if (!isAnswer(xhr)) {
      if (isTap) requestConfig.elt.closest(".report, .score-sheet")?.classList.add("is-lost");
      if (isTap) cut();
      return;
    }
    document.querySelector(".is-lost")?.classList.remove("is-lost");
    if (isTap) isCut = false;
    else if (isCut) goOn();
  });

  // Another page of this phone has sent it or let it go.
  window.addEventListener("storage", () => { if (!device.read()) show(""); });
  window.addEventListener("online", () => htmx.trigger(live, "wake"));
  document.addEventListener("DOMContentLoaded", () => { if (isCut) htmx.trigger(live, "wake"); });
})();
