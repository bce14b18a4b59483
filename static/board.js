// The board without reloading: the next question is fetched and only what differs is exchanged, so that the place on the
// page and the focus stay. Taps are followed one after the other, each from where the one before has led. Without this
// script every tap is an ordinary link.
"use strict";

(() => {
  /** @type {Promise<unknown>} */
  let followed = Promise.resolve();

  /** @param {string} address */
  async function show(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fields = [...page.querySelectorAll("#content input[id]")].map(({ id, value }) => ({ id, value }));
    Idiomorph.morph(document.getElementById("content"), page.getElementById("content"));
    for (const { id, value } of fields) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    document.querySelector(".top .aside").replaceWith(page.querySelector(".top .aside"));
  }

  /** @param {string} address */
  async function go(address, keep = history.pushState) {
    try {
      await show(address);
      keep.call(history, null, "", address);
    } catch {
      location.assign(address);
    }
  }

  /**
   * Which checker of a stack a finger points at, the first at the edge being 0; nothing for a key.
   *
   * @param {HTMLElement} place
   * @param {MouseEvent} event
   */
  function checkerAt(place, { clientY, detail }) {
    const { first, next } = place.parentElement?.dataset ?? {};
    if (!detail || !first) return null;
    const places = [...(place.parentElement?.children ?? [])];
    const { top, bottom, height } = place.getBoundingClientRect();
    const isUpper = places.indexOf(place) < places.length / 2;
    const fromEdge = (isUpper ? clientY - top : bottom - clientY) / height;
    return Math.max(0, Math.floor((fromEdge - Number(first)) / Number(next)));
  }

  /** @param {HTMLElement | null} place */
  const addressOf = (place) => (place instanceof HTMLAnchorElement ? place.href : "");

  /**
   * What has a name is found again by it, for the tap before has changed where it leads. While the position is set up,
   * a finger says how high the stack becomes.
   *
   * @param {string} id
   * @param {string} address
   * @param {number | null} checker
   */
  async function follow(id, address, checker) {
    const place = id ? document.getElementById(id) : null;
    const heights = place?.dataset.heights?.split(" ");
    const isStack = heights !== undefined && checker !== null;
    const now = isStack ? heights[Math.min(checker, heights.length - 1)] : id ? addressOf(place) : address;
    if (now) await go(now);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#content a, .places > span");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    // A span has no address: it is followed once it has become a link.
    if (!link || !isPlain || !(link.getAttribute("href") ?? "?").startsWith("?")) return;
    event.preventDefault();
    const { id } = link;
    const address = addressOf(link);
    const checker = checkerAt(link, event);
    followed = followed.then(() => follow(id, address, checker));
  });

  /** @param {HTMLFormElement} form */
  function filledIn(form) {
    const said = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    return `?${new URLSearchParams(said)}`;
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = filledIn(event.target);
    followed = followed.then(() => go(address));
  });

  // Whoever moves a slider sees the place where it is when the answer before has come.
  let wanted = "";
  document.addEventListener("input", ({ target: { form, type } }) => {
    if (type !== "range" || !form) return;
    if (!wanted) {
      followed = followed.then(() => {
        const address = wanted;
        wanted = "";
        return go(address, history.replaceState);
      });
    }
    wanted = filledIn(form);
  });

  // A rule that is folded opens for who follows its link.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest('a[href^="#rule-"]');
    const rule = link && document.getElementById(link.hash.slice(1));
    rule?.closest("details")?.setAttribute("open", "");
  });

  addEventListener("popstate", () => {
    followed = followed.then(() => show(location.href)).catch(() => location.reload());
  });
})();
