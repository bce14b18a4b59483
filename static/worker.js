// Between the pages for everyone and the network: where nobody answers, a page shows how it was last.
"use strict";

(() => {
  const worker = /** @type {PagesWorker} */ (/** @type {unknown} */ (self));

  // In milliseconds. Who has waited so long for an answer sees what is kept; nobody sees what is older than an evening.
  const WAITS_FOR = 4000;
  const OLDEST = 12 * 60 * 60 * 1000;
  const MOST_PAGES = 20;
  const MOST_FILES = 100;
  // What a proxy says while the program does not answer.
  const UNANSWERED = [502, 503, 504];

  const pages = () => caches.open("pages");
  const files = () => caches.open("files");
  const notice = () => new URL("no-connection/", worker.registration.scope).href;

  /**
   * Only what the program has said to be the same for everybody is kept: no private link, no page behind a login.
   *
   * @param {Response} answer
   */
  function isForEveryone({ status, headers }) {
    const isPublic = /\bpublic\b/.test(headers.get("Cache-Control") ?? "");
    return status === 200 && isPublic && (headers.get("Content-Type") ?? "").startsWith("text/html");
  }

  /** @param {Response} answer */
  const age = ({ headers }) => Date.now() - Date.parse(headers.get("Date") ?? "");

  /**
   * Keep what has come, or forget what there is no more. A failure says nothing of the page, and what a proxy had kept
   * is no news.
   *
   * @param {string} address
   * @param {Response} answer
   */
  async function note(address, answer) {
    const kept = await pages();
    if (answer.status >= 500 || answer.status === 429 || answer.headers.get("Cache-Status") === "STALE") return;
    if (isForEveryone(answer)) await kept.put(address, answer);
    else await kept.delete(address);
    await forgetTheOldest(kept, MOST_PAGES);
  }

  /**
   * @param {Cache} kept
   * @param {number} most
   */
  async function forgetTheOldest(kept, most) {
    const addresses = await kept.keys();
    await Promise.all(addresses.slice(0, -most).map((address) => kept.delete(address)));
  }

  /** @param {string} address */
  async function keptPage(address) {
    const kept = await pages();
    const page = await kept.match(address, { ignoreVary: true });
    if (!page || age(page) < OLDEST) return page;
    await kept.delete(address);
  }

  /**
   * A page that was kept says of when it is.
   *
   * @param {Response} page
   */
  async function marked(page) {
    const html = await page.text();
    const headers = new Headers(page.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    return new Response(html.replace("<body ", `<body data-kept="${headers.get("Date")}" `), { headers });
  }

  /**
   * @param {Promise<Response>} asked
   * @param {string} address
   */
  async function page(asked, address) {
    const kept = await keptPage(address);
    if (!kept) return asked.catch(async (nobody) => (await caches.match(notice(), { ignoreVary: true })) ?? Promise.reject(nobody));
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => { setTimeout(resolve, WAITS_FOR, null); });
    const answer = await Promise.race([asked.catch(() => null), late]);
    return answer && !UNANSWERED.includes(answer.status) ? answer : marked(kept);
  }

  /** @param {Request} request */
  async function file(request) {
    try {
      return await fetch(request);
    } catch (nobody) {
      return (await caches.match(request.url, { ignoreVary: true })) ?? Promise.reject(nobody);
    }
  }

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    if (request.mode === "navigate") {
      const asked = fetch(request);
      event.waitUntil(asked.then((answer) => note(request.url, answer.clone()), () => {}));
      event.respondWith(page(asked, request.url));
    } else if (request.destination) event.respondWith(file(request));
  });

  /**
   * Keep an open page as it is now.
   *
   * @param {string} address
   */
  async function keep(address) {
    try {
      await note(address, await fetch(address, { redirect: "manual" }));
    } catch {
      // What is kept stays.
    }
  }

  /**
   * Keep the files that a page is made of. The name of a file for everyday use says which version it is.
   *
   * @param {string[]} addresses
   */
  async function keepFiles(addresses) {
    const kept = await files();
    const known = await Promise.all(addresses.map((address) => kept.match(address, { ignoreVary: true })));
    const isForEver = known.map((found) => found?.headers.get("Cache-Control")?.includes("immutable"));
    const fresh = addresses.filter((_address, index) => !isForEver[index]);
    await Promise.all(fresh.map((address) => kept.add(address).catch(() => {})));
    await forgetTheOldest(kept, MOST_FILES);
    // It is made of files, too.
    if (fresh.length) await kept.add(notice());
  }

  worker.addEventListener("message", (event) => {
    const { page: address, isToBeAsked, files: used } = event.data;
    event.waitUntil((async () => {
      if (isToBeAsked) await keep(address);
      await keepFiles(used);
      event.source.postMessage({ isKept: Boolean(await keptPage(address)) });
    })());
  });

  // A new version is there for the pages that are open, too.
  worker.addEventListener("install", () => { worker.skipWaiting(); });
})();
