// On a guest's phone: whose it is, kept in the browser alone. The pages are the same for everybody.
"use strict";

(() => {
  const tournament = document.body.dataset.tournament;
  const key = `tournament-${tournament}`;
  const own = () => document.getElementById("own");

  /**
   * Who uses this phone: their number on the list, the address of their private page, and, before they are on the
   * list, that of their sign-up, which stays for when they are taken off again.
   *
   * `room` is the height of the seat, so that its room is there before it comes.
   *
   * @typedef {{ number?: number, link?: string, asked?: string, room?: number }} Remembered
   */

  // A browser that keeps nothing for a page remembers nobody; everything works without it.
  /** @returns {Remembered} */
  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") || {};
    } catch {
      return {};
    }
  }

  /** @param {Remembered} what */
  function remember(what) {
    try {
      localStorage.setItem(key, JSON.stringify(what));
    } catch {
      // See above.
    }
  }

  function forget() {
    localStorage.removeItem(key);
    showWhoseItIs();
  }

  // The seat that was asked for last; whoever says meanwhile that they are somebody else waits for none.
  /** @type {string | null} */
  let awaited = null;

  function showWhoseItIs() {
    awaited = null;
    own()?.replaceChildren();
    giveRoom(0);
    mark();
  }

  // The seat takes as much of the page as when it stood there last.
  /** @param {number} height */
  function giveRoom(height) {
    document.documentElement.style.setProperty("--seat", `${height}px`);
  }

  function keepRoom() {
    const seat = own();
    if (!seat?.querySelector("[data-entry]")) return;
    seat.style.minHeight = "0";
    const room = seat.offsetHeight;
    seat.style.minHeight = "";
    giveRoom(room);
    if (room !== remembered().room) remember({ ...remembered(), room });
  }

  /**
   * @param {string} address
   * @param {number} number
   */
  const addressOf = (address, number) => address.replace(/\/players\/\d+\//, `/players/${number}/`);

  function fetchOwnSeat() {
    const { number, asked } = remembered();
    const seat = own();
    if (seat && asked && !number) fetchInto(seat, asked);
    if (!seat || !number || document.querySelector(`#live [data-entry="${number}"]`)) return;
    fetchInto(seat, addressOf(seat.dataset.seat ?? "", number));
  }

  /**
   * @param {HTMLElement} target
   * @param {string} address
   */
  function fetchInto(target, address) {
    awaited = address;
    htmx.ajax("GET", address, { target, swap: "morph:innerHTML" });
  }

  // Whoever reads a list goes on reading where they are while the own seat above it grows or shrinks. Safari does not see
  // to that by itself.
  const topOfTheList = () => document.getElementById("live")?.getBoundingClientRect().top ?? 0;
  /** @type {number | null} */
  let readAt = null;

  document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
    if (target === own() && detail.requestConfig.path !== awaited) detail.shouldSwap = false;
    const isRead = target === own() && target.getBoundingClientRect().top < 0;
    readAt = isRead && !CSS.supports("overflow-anchor", "auto") ? topOfTheList() : null;
  });

  function goOnReading() {
    if (readAt !== null) window.scrollBy(0, topOfTheList() - readAt);
    readAt = null;
  }

  // The row of the player, the way to their page, and what only they are offered.
  function mark() {
    const { number, link, asked } = remembered();
    document.documentElement.classList.toggle("knows-player", Boolean(number));
    document.querySelectorAll("[data-number].me").forEach((row) => { row.classList.remove("me"); });
    document.querySelectorAll("a[data-number] > small.you").forEach((word) => { word.remove(); });
    if (number) document.querySelectorAll(`[data-number="${number}"]`).forEach(markAsOwn);
    const isOnTheList = Boolean(number || asked);
    document.querySelectorAll(".sign-up").forEach((way) => { way.hidden = isOnTheList; });
    document.querySelectorAll(".own-page").forEach((tab) => {
      tab.hidden = !number;
      if (number) tab.href = addressOf(tab.getAttribute("href") ?? "", number);
    });
    document.querySelectorAll("[data-entry]").forEach((seat) => {
      const isOwn = Number(seat.dataset.entry) === number;
      seat.querySelector(".remember").hidden = isOwn;
      seat.querySelector(".forget").hidden = !isOwn;
      const report = seat.querySelector(".own-report");
      report.hidden = !isOwn || !link;
      if (link) report.href = link;
    });
    offerTheOwnPlace(number);
    offerAChoice();
  }

  // Colour alone says it to few: in a pairing the own line is named too.
  /** @param {Element} row */
  function markAsOwn(row) {
    row.classList.add("me");
    if (!row.matches("a")) return;
    const word = document.createElement("small");
    word.className = "you";
    word.textContent = document.body.dataset.you ?? "";
    row.append(" ", word);
  }

  // In a long list the own row may lie far below.
  const watcher = new IntersectionObserver(([row]) => {
    const way = document.querySelector(".to-own-place");
    if (way) way.hidden = row.isIntersecting;
  });

  /** @param {number} [number] */
  function offerTheOwnPlace(number) {
    const way = document.querySelector(".to-own-place");
    const row = number && document.getElementById(`player-${number}`);
    watcher.disconnect();
    if (!way) return;
    way.hidden = true;
    way.href = `#player-${number}`;
    if (row) watcher.observe(row);
  }

  // Of many lines of the chart one more can be shown.
  let chosen = "";

  function offerAChoice() {
    const choice = document.getElementById("course-choice");
    if (!choice) return;
    choice.closest("p")?.removeAttribute("hidden");
    if (!choice.options.length) {
      const names = [...document.querySelectorAll(".course-names li")];
      choice.append(new Option("–", ""), ...names.map((name) => new Option(name.querySelector("bdi").textContent, name.dataset.number)));
    }
    choice.value = chosen;
    document.querySelectorAll(".course .chosen").forEach((line) => { line.classList.remove("chosen"); });
    if (!chosen) return;
    document.querySelectorAll(`.course [data-number="${chosen}"]`).forEach((line) => { line.classList.add("chosen"); });
  }

  document.addEventListener("change", ({ target }) => {
    if (target.id !== "course-choice") return;
    chosen = target.value;
    offerAChoice();
  });

  document.addEventListener("click", ({ target }) => {
    const found = target.closest("[data-remember], .remember");
    if (found) {
      const number = Number(found.dataset.remember || found.dataset.number);
      remember(number === remembered().number ? remembered() : { number });
      showWhoseItIs();
    }
    if (target.closest(".forget")) forget();
  });

  // A player who was taken off the list has no seat any more.
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.target === own() && detail.xhr.status === 404) forget();
  });

  // The language stands in the address, and the page is the same in each.
  /** @param {string} [link] */
  const isSamePage = (link) => link?.slice(3) === location.pathname.slice(3);

  // Who has signed up on this phone is led from there to their own page; the address to share is that of everybody.
  function comeAsAccepted() {
    const { number, asked } = remembered();
    if (asked && !number) remember({ number: Number(document.querySelector("[data-entry]").dataset.entry) });
    history.replaceState(null, "", location.pathname);
  }

  // Where the desk has taken back that it accepted a sign-up, that waits again, and says itself what has become of it.
  function forgetTheLink() {
    const { number, asked } = remembered();
    remember(asked ? { asked } : { number });
  }

  // The page to sign up leads whoever has done so to their own, also by the way back; for somebody else it has a mark.
  const joining = location.pathname.replace(/(\/t\/[^/]+\/).*/, "$1joining/");

  function leadToTheSignUp() {
    const { asked, link } = remembered();
    const isToBeLed = isSamePage(joining) && location.hash !== "#someone-else" && !signUpWaits();
    if (isToBeLed && (link || asked)) location.replace(link || asked || "");
  }

  function signUpWaits() {
    try {
      return Object.keys(localStorage).some((name) => name.startsWith(`word/${tournament}/joining/`));
    } catch {
      return false;
    }
  }

  // A sign-up that waits goes out from any page: what shows and sends it comes along from its own.
  async function bringTheSignUp() {
    if (document.getElementById("outbox") || !signUpWaits()) return;
    try {
      const page = new DOMParser().parseFromString(await (await fetch(joining)).text(), "text/html");
      const box = page.getElementById("outbox");
      if (!box || document.getElementById("outbox")) return;
      document.getElementById("content").append(document.importNode(box, true));
      document.head.append(...[...page.querySelectorAll('link[href*="tournament-player"]')].map((sheet) => document.importNode(sheet)));
      for (const { src } of page.scripts) {
        if (!/\/(phone_name|outbox|my_words)\./.test(src)) continue;
        const script = document.createElement("script");
        Object.assign(script, { src, async: false });
        // It has come after the page was shown, when it would have looked for what waits.
        script.addEventListener("load", () => window.dispatchEvent(new Event("online")));
        document.head.append(script);
      }
    } catch {
      // Without connection it waits for the next news.
    }
  }

  function start() {
    const live = document.getElementById("live");
    // A private page says whose it is, and which address opens it; a sign-up, what it has become of.
    if (live?.dataset.me) remember({ ...remembered(), number: Number(live.dataset.me), link: location.pathname });
    if (live?.dataset.asked && !remembered().number) remember({ asked: live.dataset.asked });
    if (location.hash === "#me") comeAsAccepted();
    if (document.querySelector(".link-ended") && isSamePage(remembered().link)) forgetTheLink();
    leadToTheSignUp();
    bringTheSignUp();
    fetchOwnSeat();
    mark();
  }

  document.addEventListener("DOMContentLoaded", start);
  window.addEventListener("pageshow", leadToTheSignUp);
  document.addEventListener("htmx:afterOnLoad", bringTheSignUp);
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "live") fetchOwnSeat();
    mark();
    if (target !== own()) return;
    keepRoom();
    goOnReading();
  });
})();
