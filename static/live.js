// On every page that renews itself: what is open and typed stays, what changed shows, and what does not answer says so.
"use strict";

(() => {
  const live = () => document.getElementById("live");
  const asksForStillness = window.matchMedia("(prefers-reduced-motion: reduce)");

  // What a form that was just answered stands in: a row of a list, or the form alone.
  /** @param {HTMLElement} form */
  const placeOf = (form) => form.closest(".desk-row, .entry-row") || form;
  /** @param {Exchange} exchange */
  const answeredForm = ({ requestConfig, xhr }) => (
    requestConfig.verb === "post" && xhr.status < 400 ? requestConfig.elt : null
  );

  // A field someone is filling in keeps its text, a menu that was opened stays open, until its own form has been answered.
  /** @type {HTMLElement | null} */
  let answered = null;

  /** @param {Element} node */
  function isBeingFilledIn(node) {
    if (answered?.contains(node)) return false;
    if (node instanceof HTMLInputElement) return node.value !== node.defaultValue || node.checked !== node.defaultChecked;
    const select = node instanceof HTMLOptionElement && node.closest("select");
    if (!select) return false;
    return select.selectedIndex !== Math.max(0, [...select.options].findIndex((option) => option.defaultSelected));
  }

  // What somebody types in is not taken away between two keys.
  /** @param {Element} node */
  const isTypedIn = (node) => document.activeElement?.matches("input") === true && node.contains(document.activeElement);

  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => {
    if (name === "open") return node.tagName !== "DETAILS";
    if (name === "hidden" && isTypedIn(node)) return false;
    return !(["value", "selected", "checked"].includes(name) && isBeingFilledIn(node));
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = answeredForm(detail);
    answered = form && placeOf(form);
    if (answered) closeMenus(answered.querySelectorAll("details.more[open]"));
  });

  // Who is suggested stays until somebody has been taken; what a script draws is its own.
  /** @param {HTMLElement} node */
  const staysAsItIs = (node) => node.id === "known-players" || node.dataset.stays !== undefined;

  Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, renewed) => {
    if (renewed instanceof HTMLElement && renewed.dataset.same !== undefined) return false;
    if (!(node instanceof HTMLElement)) return true;
    if (staysAsItIs(node)) return false;
    if (node.tagName === "TR" && node.textContent !== renewed.textContent) showAsNew(node);
    return true;
  };

  // A row of a table shows for a moment that something in it is new.
  /** @param {HTMLElement} row */
  function showAsNew(row) {
    if (!asksForStillness.matches) row.animate({ backgroundColor: ["var(--open-edge)", "transparent"] }, 180);
  }

  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    sayWhetherItAnswers(isFresh(detail), isFirst && isKept(detail.xhr));
    hearTheTime(detail.xhr);
    showTime();
    answered = null;
  });

  // A row that was left out as unchanged but is not there: ask for the whole.
  document.addEventListener("htmx:afterSwap", () => {
    const target = live();
    const address = target?.querySelector("[data-same]") && target.getAttribute("hx-get");
    if (address) htmx.ajax("GET", address, { target, swap: "morph:innerHTML" });
  });

  // What was found by a name is found anew with each piece of news.
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    const hasFound = target.id === "live" && document.getElementById("found")?.childElementCount;
    const form = hasFound && document.querySelector("form.find[hx-get]");
    if (form) htmx.trigger(form, "submit");
  });

  // What was typed into a line that finds before this script had come is looked for now.
  document.addEventListener("htmx:load", ({ target }) => {
    if (target !== document.body) return;
    for (const form of document.querySelectorAll("form.find[hx-get]")) {
      const typed = form.querySelector("[name=q]");
      if (typed.value !== typed.defaultValue) htmx.trigger(form, "submit");
    }
  });

  // The second click of a double click means nothing: what the first one did may have put another button there.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("button")) event.preventDefault();
  }, true);

  // A menu closes at a click beside it and at Escape, as menus do.
  /** @param {HTMLDetailsElement[] | NodeListOf<HTMLDetailsElement>} menus */
  const closeMenus = (menus) => menus.forEach((menu) => { menu.open = false; });
  const openMenus = () => [...document.querySelectorAll("details.more[open]")];
  document.addEventListener("click", ({ target }) => closeMenus(openMenus().filter((menu) => !menu.contains(target))));
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest("details.more[open]");
    if (!menu) return;
    menu.querySelector("summary").focus();
    menu.open = false;
  });

  // A text to take along is copied, and stays marked. A page that came without encryption has no clipboard of its own;
  // there the browser copies what is marked.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copied]");
    const place = button?.closest(".copy");
    if (!button || !place) return;
    const isCopied = await copy(place.querySelector("textarea"));
    place.querySelector("[role=status]").textContent = isCopied ? button.dataset.copied ?? "" : "";
  });

  // It is handed to another program where the browser can do that: a text, or the picture and the address of a page.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest(".share");
    const place = button?.closest(".copy");
    if (!button || !place) return;
    const { address, title = "" } = button.dataset;
    const text = place.querySelector("textarea").value;
    const taken = address ? { title, url: address, ...await withPicture(button) } : { text };
    navigator.share(taken).catch(() => {});
  });
  const offerToShare = () => {
    for (const button of document.querySelectorAll(".share")) button.hidden = !navigator.share;
    for (const other of document.querySelectorAll(".without-share")) other.hidden = Boolean(navigator.share);
  };

  // The picture is fetched as the finger comes down: some browsers hand nothing over that comes long after the tap.
  /** @type {Map<string, Promise<{ files?: File[] }>>} */
  const pictures = new Map();

  /** @param {HTMLElement} button */
  function withPicture({ dataset }) {
    const { picture, title = "" } = dataset;
    return picture ? pictures.get(picture) ?? fetchPicture(picture, title) : {};
  }

  /**
   * @param {string} address
   * @param {string} title
   */
  async function fetchPicture(address, title) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) return {};
      const files = [new File([await answer.blob()], `${title}.png`, { type: "image/png" })];
      return navigator.canShare?.({ files }) ? { files } : {};
    } catch {
      return {};
    }
  }

  document.addEventListener("pointerdown", ({ target }) => {
    const button = target instanceof Element && target.closest(".share[data-picture]");
    if (!(button instanceof HTMLElement)) return;
    const { picture = "", title = "" } = button.dataset;
    pictures.set(picture, fetchPicture(picture, title));
  });
  document.addEventListener("DOMContentLoaded", offerToShare);
  document.addEventListener("htmx:afterSwap", offerToShare);

  /** @param {HTMLTextAreaElement} field */
  async function copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  }

  // Where the program could not store a form, it is said beside that form until something has been stored. What a proxy
  // says that found no program behind it is no sentence of the program's.
  /** @param {XMLHttpRequest} xhr */
  const isSentence = (xhr) => xhr.getResponseHeader("Content-Type")?.startsWith("text/plain") ?? false;

  document.addEventListener("htmx:responseError", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb !== "post" || xhr.status < 500) return;
    if (!isSentence(xhr)) return;
    const place = placeOf(requestConfig.elt);
    place.querySelector(":scope > .failure")?.remove();
    const failure = document.createElement("p");
    failure.className = "problem under failure";
    failure.setAttribute("role", "alert");
    failure.textContent = xhr.responseText;
    place.append(failure);
  });

  // A page that asks for news and gets none, only a failure, or what a proxy has kept while the program does not answer,
  // says so; the wall says since when, as far as the page itself was no kept one.
  // What moves under a finger that is about to press something is pressed by mistake.
  let isPressed = false;
  let showOnceReleased = () => {};
  document.addEventListener("pointerdown", () => { isPressed = true; });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    document.addEventListener(name, () => {
      isPressed = false;
      // After the click, which comes next.
      setTimeout(showOnceReleased);
      showOnceReleased = () => {};
    });
  }

  /** @type {number | null} */
  let answeredAt = Date.now();
  let isFirst = true;

  /** @param {XMLHttpRequest} xhr */
  const isKept = (xhr) => xhr.getResponseHeader("Cache-Status") === "STALE";

  /** @param {Exchange} exchange */
  function isFresh({ requestConfig, xhr }) {
    if (requestConfig.verb === "post") return xhr.status < 500 || isSentence(xhr);
    return xhr.status < 500 && !isKept(xhr);
  }

  /** @param {boolean} answers */
  function sayWhetherItAnswers(answers, isPageKept = false) {
    document.body.classList.toggle("is-offline", !answers);
    const notices = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".offline"));
    const show = () => notices.forEach((notice) => { notice.hidden = answers; });
    if (isPressed) showOnceReleased = show;
    else show();
    if (answers) answeredAt = Date.now();
    else if (isPageKept) answeredAt = null;
    isFirst = false;
    if (answers) return;
    const since = answeredAt ? timeOfDay(answeredAt) : "–";
    document.querySelectorAll(".last-answer").forEach((place) => { place.textContent = since; });
  }

  // Of the page itself a proxy tells the same; where the browser does not pass it on, the first question for news does.
  document.addEventListener("DOMContentLoaded", () => {
    const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    if (page?.serverTiming?.some(({ description }) => description === "STALE")) sayWhetherItAnswers(false, true);
    // What was kept on this device says of when it is.
    const { kept } = document.body.dataset;
    if (!kept) return;
    answeredAt = Date.parse(kept);
    sayWhetherItAnswers(false);
  });

  for (const name of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
    document.addEventListener(name, () => sayWhetherItAnswers(false));
  }

  // The time is the server's: a phone's own clock may be wrong. Each answer brings it anew; until the first one the
  // page says what it said when it was drawn.
  /** @type {number | null} */
  let ahead = null;

  /** @param {XMLHttpRequest} xhr */
  function hearTheTime(xhr) {
    const told = Date.parse(xhr.getResponseHeader("Date") ?? "");
    if (told) ahead = told - Date.now();
  }

  /** @param {number} at In milliseconds, by this device. */
  function timeOfDay(at) {
    const offset = Number(document.querySelector("[data-offset]")?.dataset.offset || 0);
    return new Date(at + (ahead || 0) + offset * 1000).toISOString().slice(11, 16);
  }

  // The round's clock runs down and rings; it ends nothing.
  const RINGS_FOR = 15;
  let leftBefore = 0;
  /** @type {AudioContext | null} */
  let sound = null;

  function showTime() {
    if (ahead === null) return;
    document.querySelectorAll(".time-of-day").forEach((place) => { place.textContent = timeOfDay(Date.now()); });
    const clock = document.getElementById("clock");
    const left = clock ? secondsLeft(clock.dataset, (Date.now() + ahead) / 1000) : 0;
    if (clock) showClock(clock, left);
    if (leftBefore > 0 && left <= 0 && clock) for (const after of [0, 0.7, 1.4]) beep(after);
    leftBefore = left;
  }

  /**
   * The clock of a round that is drawn before the evening begins stands until then.
   * @param {DOMStringMap} clock
   * @param {number} now
   */
  const secondsLeft = ({ begins, ends }, now) => Math.ceil(Number(ends) - Math.max(now, Number(begins)));

  /**
   * @param {HTMLElement} clock
   * @param {number} left In seconds.
   */
  function showClock(clock, left) {
    const minutes = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.querySelector(".left").textContent = left > 0 ? minutes : clock.dataset.over ?? "";
    clock.classList.toggle("is-over", left <= 0);
    clock.classList.toggle("rings", left <= 0 && left > -RINGS_FOR);
    clock.querySelector(".sound").hidden = left <= 0;
    clock.querySelector(".sound").setAttribute("aria-pressed", String(sound !== null));
  }

  /**
   * A call interrupts the sound until it is asked for again.
   *
   * @param {number} after In seconds.
   */
  function beep(after) {
    if (!sound) return;
    sound.resume();
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start(sound.currentTime + after);
    tone.stop(sound.currentTime + after + 0.35);
  }

  // Browsers let a page sound only once it has been tapped; one beep shows how it will be.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".sound")) return;
    if (sound) sound.close();
    sound = sound ? null : new AudioContext();
    if (sound) beep(0);
    showTime();
  });

  setInterval(showTime, 1000);
  document.addEventListener("DOMContentLoaded", showTime);

  // A phone that was asleep asks at once.
  document.addEventListener("visibilitychange", () => {
    const place = live();
    if (place && !document.hidden) htmx.trigger(place, "wake");
  });
})();
