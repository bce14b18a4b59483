// At the desk: what is suggested, any table from anywhere, and menus that stay on the screen.
"use strict";

(() => {
  // Suggestions that come when the field says something else already are of no use.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt, parameters } = detail.requestConfig;
    const isLate = elt instanceof HTMLInputElement && elt.id === "new_name" && parameters.name !== elt.value;
    if (isLate) detail.shouldSwap = false;
  });

  // Nobody waits for the answer: the cursor goes on as soon as an entry has been taken. It never rests on a button that
  // takes money.
  document.addEventListener("queue:taken", ({ target }) => {
    if (target.matches(".add-player")) readyForTheNextName();
    else if (target.matches(".take")) document.querySelector(".owing .entry-row:not(.sending)")?.focus({ preventScroll: true });
    else if (target.matches("#paid-together")) document.getElementById("content").focus({ preventScroll: true });
    else if (target.matches(".add-prize")) readyForTheNextPrize();
  });

  function readyForTheNextName() {
    document.getElementById("known-players").replaceChildren();
    document.getElementById("new_name")?.focus();
  }

  function readyForTheNextPrize() {
    const place = document.getElementById("place-new");
    // The last option is another cost, which follows no place.
    if (place.selectedIndex < place.options.length - 2) place.selectedIndex += 1;
    document.getElementById("description-new").focus();
  }

  // "/" is the way to the field for results from anywhere.
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    const offered = field instanceof HTMLInputElement ? field.offered : "";
    const isTyping = field !== null && field.value !== (offered || "");
    const line = document.getElementById("typed-table");
    if (event.key !== "/" || isTyping || !line) return;
    event.preventDefault();
    document.getElementById("type-in")?.removeAttribute("hidden");
    line.select();
  });

  /**
   * A menu opens to where there is room for it; on phones it always stands at the foot of the screen.
   *
   * @param {HTMLDetailsElement} menu
   */
  function keepOnTheScreen(menu) {
    const panel = menu.querySelector(".panel");
    if (!panel) return;
    panel.classList.remove("upwards");
    panel.style.translate = "";
    if (getComputedStyle(panel).position === "fixed") return;
    const { bottom, height, left } = panel.getBoundingClientRect();
    const isBelow = bottom > window.innerHeight;
    if (isBelow && menu.getBoundingClientRect().top > height) panel.classList.add("upwards");
    else if (isBelow) panel.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (left < 8) panel.style.translate = `${8 - left}px`;
  }

  document.addEventListener("toggle", ({ target }) => {
    const menu = target.closest("details.more[open]");
    if (menu) keepOnTheScreen(menu);
  }, true);
  document.addEventListener("htmx:afterSwap", () => document.querySelectorAll("details.more[open]").forEach(keepOnTheScreen));

  // One press pairs the round and opens its sheet beside it. A browser opens a tab at a press only, so before the answer
  // is there; where the program asks something first, the form is sent as by its other button.
  document.addEventListener("click", async (event) => {
    /** @type {HTMLButtonElement | null} */
    const button = event.target.closest?.("[data-paper]");
    const form = button?.form;
    if (!button || !form) return;
    event.preventDefault();
    const { paper = "", round = "", every = "", keepsOn } = button.dataset;
    if (keepsOn !== undefined) keepPairing(every);
    const sheet = window.open("", "_blank");
    button.disabled = true;
    const sent = { method: "POST", headers: { "HX-Request": "true" }, body: new FormData(form) };
    const answer = await fetch(form.action, sent).catch(() => null);
    button.disabled = false;
    if (answer?.headers.get("HX-Redirect") !== round) {
      sheet?.close();
      form.submit();
      return;
    }
    if (sheet) sheet.location.href = paper;
    location.href = round;
  });

  // Where that was chosen for every round, the last result entered in this tab does it. One that a phone brings, or
  // that is redone, does not.
  const EVERY = "pairs every round";
  let hasOpenTables = false;

  /** @param {string} tournament */
  function keepPairing(tournament) {
    try {
      sessionStorage.setItem(EVERY, tournament);
    } catch {
      // Then this round alone.
    }
    showIfEvery();
  }

  /** @param {HTMLElement | null} part */
  function isForEvery(part) {
    try {
      return part !== null && sessionStorage.getItem(EVERY) === part.dataset.every;
    } catch {
      return false;
    }
  }

  function showIfEvery() {
    const note = document.getElementById("pairs-every");
    if (note) note.hidden = !isForEvery(note);
  }

  document.addEventListener("queue:taken", () => { hasOpenTables = !document.getElementById("all-in"); });
  document.addEventListener("queue:stored", ({ detail }) => {
    /** @type {HTMLElement | null} */
    const button = document.querySelector(".all-in [data-every]");
    if (button && hasOpenTables && detail.said && isForEvery(button)) button.click();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#pairs-every button")) keepPairing("");
  });
  document.addEventListener("htmx:afterSwap", showIfEvery);
  showIfEvery();

  // What was opened since the closing has a tick with its time, on this device; a browser that keeps nothing shows none.
  const papers = () => [...document.querySelectorAll(".remains [data-done]")];
  /** @param {HTMLElement} paper */
  const keyOf = (paper) => `done ${paper.closest(".remains")?.dataset.since} ${paper.getAttribute("href")}`;

  function showWhatIsDone() {
    papers().forEach((paper) => {
      const at = localStorage.getItem(keyOf(paper));
      if (!at) return;
      const time = new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      paper.classList.add("ticked");
      paper.querySelector("small").textContent = `${paper.dataset.done} ${time}`;
    });
  }

  document.addEventListener("click", ({ target }) => {
    const paper = target.closest?.(".remains [data-done]");
    if (!paper) return;
    try {
      localStorage.setItem(keyOf(paper), new Date().toISOString());
      showWhatIsDone();
    } catch {
      // See above.
    }
  });
  try {
    showWhatIsDone();
  } catch {
    // See above.
  }
})();
