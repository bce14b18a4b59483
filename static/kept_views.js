// Where the browser lets no worker stand between page and network (http in a club's own Wi-Fi), the page keeps how the
// pages for everyone that it leads to were last. While nobody answers, a link shows that over the page, which stays open.
"use strict";

(() => {
  if (navigator.serviceWorker) return;

  // In milliseconds.
  const WAITS_FOR = 4000;
  const FIRST_AFTER = 2000;
  const AGAIN_AFTER = 60_000;
  const MOST = 3;
  const NEAR = "nav.tabbar a[href], nav.tabs a[href]";

  const place = document.getElementById("kept-view");
  const isCut = () => document.body.classList.contains("is-offline");
  /** @param {string} address */
  const bare = (address) => address.split("#")[0];
  /** @param {string} address */
  const nameOf = (address) => `view${bare(address)}`;

  /**
   * Whether somebody answers there; what everyone may see is kept.
   *
   * @param {string} address
   */
  async function ask(address) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), WAITS_FOR);
    try {
      const answer = await fetch(address, { signal: limit.signal });
      if (answer.status > 501) return false;
      const isForEveryone = /\bpublic\b/.test(answer.headers.get("Cache-Control") ?? "");
      if (answer.ok && isForEveryone) keep(address, await answer.text(), answer.headers.get("Date") ?? "");
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Without what a script or a press would do to it: two elements of one name would be taken for each other.
   *
   * @param {string} address
   * @param {string} html
   * @param {string} at
   */
  function keep(address, html, at) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const content = page.getElementById("content");
    content.querySelectorAll("script, form, template, .offline, .page-foot, .kept-view, #own, [hidden]").forEach((one) => { one.remove(); });
    content.querySelectorAll("*").forEach((one) => {
      for (const { name } of [...one.attributes]) if (name === "id" || name.startsWith("hx-")) one.removeAttribute(name);
    });
    try {
      const others = Object.keys(sessionStorage).filter((name) => name.startsWith("view") && name !== nameOf(address));
      for (const name of others.slice(0, Math.max(0, others.length + 1 - MOST))) sessionStorage.removeItem(name);
      sessionStorage.setItem(nameOf(address), JSON.stringify({ title: page.title, html: content.innerHTML, at }));
    } catch {
      // A browser that keeps nothing for a page shows no other one.
    }
  }

  /** @param {string} address */
  function kept(address) {
    try {
      return JSON.parse(sessionStorage.getItem(nameOf(address)) ?? "null");
    } catch {
      return null;
    }
  }

  async function keepWhatIsNear() {
    const addresses = [...document.querySelectorAll(NEAR)].map((link) => bare(/** @type {HTMLAnchorElement} */ (link).href));
    const others = [...new Set(addresses)].filter((address) => address !== bare(location.href));
    for (const address of others.slice(0, MOST)) if (!isCut()) await ask(address);
  }

  let keptAt = Date.now();
  setTimeout(keepWhatIsNear, FIRST_AFTER);
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id !== "live" || Date.now() - keptAt < AGAIN_AFTER) return;
    keptAt = Date.now();
    setTimeout(keepWhatIsNear, FIRST_AFTER * Math.random());
  });

  // Nothing brings a page back that the browser has left for one that does not come: a link asks before it leaves.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.closest(".is-back")) return;
    if (bare(link.href) === bare(location.href)) {
      if (place.hidden) return;
      event.preventDefault();
      history.back();
      return;
    }
    event.preventDefault();
    const { href } = link;
    if (!isCut() && await ask(href)) location.assign(href);
    else show(href);
  });

  /** @param {string} address */
  function show(address) {
    const { title = "", html = "", at = "" } = kept(address) ?? {};
    if (place.hidden) history.pushState(null, "");
    place.hidden = false;
    place.querySelector(".of-when").textContent = at ? new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) : "–";
    place.querySelector(".not-kept").hidden = Boolean(html);
    place.querySelector(".is-back").href = address;
    const view = place.querySelector(".view");
    view.setAttribute("aria-label", title);
    view.innerHTML = html;
    place.scrollTop = 0;
    place.focus({ preventScroll: true });
    tell();
  }

  function tell() {
    place.querySelector(".is-cut").hidden = !isCut();
    place.querySelector(".is-back").hidden = isCut();
  }

  window.addEventListener("popstate", () => { place.hidden = true; });
  for (const name of /** @type {const} */ (["htmx:afterOnLoad", "htmx:sendError", "htmx:timeout"])) document.addEventListener(name, tell);
  // A reload cannot be saved; not every browser asks.
  window.addEventListener("beforeunload", (event) => { if (isCut()) event.preventDefault(); });
})();
