// Has the worker between this page and the network keep the page, where the address allows one (https, localhost).
"use strict";

(() => {
  const { worker = "" } = document.currentScript?.dataset ?? {};
  const files = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  // In milliseconds: how old a page that is kept may become while the open one hears news.
  const KEPT_AGAIN_AFTER = 60_000;
  const TRIES_AGAIN_AFTER = 15_000;

  let isKept = Boolean(document.body.dataset.kept);

  function sayWhetherItIsKept() {
    document.querySelectorAll(".lost-on-reload").forEach((sentence) => { sentence.hidden = isKept; });
  }

  /** @type {ServiceWorker | null} */
  let keeper = null;

  const page = location.href.split("#")[0];
  const itsFiles = () => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(files));

  async function start() {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      isKept = data.isKept;
      sayWhetherItIsKept();
    });
    // It came without the worker where there was none yet.
    const isToBeAsked = !navigator.serviceWorker.controller;
    try {
      // Only what stands below the language is for everyone; the desk does not.
      await navigator.serviceWorker.register(worker, { scope: location.pathname.slice(0, "/en/".length) });
    } catch {
      return;
    }
    keeper = (await navigator.serviceWorker.ready).active;
    keeper?.postMessage({ page, isToBeAsked, files: itsFiles() });
  }

  // Whoever hears much would ask for the page each time.
  let waits = 0;

  function keepTheNews() {
    clearTimeout(waits);
    waits = 0;
    keeper?.postMessage({ page, isToBeAsked: true, files: [] });
  }

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "live" && isKept && !waits) waits = setTimeout(keepTheNews, KEPT_AGAIN_AFTER);
  });
  // A page that is put into a pocket, or is gone, is kept or forgotten at once.
  document.addEventListener("visibilitychange", () => { if (document.hidden && waits) keepTheNews(); });
  document.addEventListener("htmx:responseError", ({ detail: { target, xhr } }) => {
    if (target?.id === "live" && isKept && xhr.status < 500) keepTheNews();
  });

  sayWhetherItIsKept();
  // What stands in place of a page that is not kept opens that page; at its own address there is none.
  const inPlace = document.querySelector(".opens-by-itself");
  if (inPlace && inPlace.dataset.own !== location.pathname) {
    setInterval(() => { location.reload(); }, TRIES_AGAIN_AFTER);
    window.addEventListener("online", () => { location.reload(); });
  }
  // Whatever else the page needs comes first.
  if (navigator.serviceWorker) window.addEventListener("load", start);
})();
