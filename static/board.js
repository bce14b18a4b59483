// The board without reloading: the next question is fetched and only what differs is exchanged, so that the place on the
// page and the focus stay. Taps are followed one after the other, each from where the one before has led. Without this
// script every tap is an ordinary link.
"use strict";

(() => {
  let followed = Promise.resolve();

  async function show(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fields = [...page.querySelectorAll("#content input[id]")].map((field) => [field.id, field.value]);
    Idiomorph.morph(document.getElementById("content"), page.getElementById("content"));
    fields.forEach(([id, value]) => { document.getElementById(id).value = value; });
    document.querySelector(".top .aside").replaceWith(page.querySelector(".top .aside"));
  }

  async function go(address, keep = history.pushState) {
    try {
      await show(address);
      keep.call(history, null, "", address);
    } catch {
      location.assign(address);
    }
  }

  // Which checker of a stack a finger points at, the first at the edge being 0; nothing for a key.
  function checkerAt(place, { clientY, detail }) {
    const { first, next } = place.parentNode.dataset;
    if (!detail || !first) return null;
    const places = [...place.parentNode.children];
    const { top, bottom, height } = place.getBoundingClientRect();
    const isUpper = places.indexOf(place) < places.length / 2;
    const fromEdge = (isUpper ? clientY - top : bottom - clientY) / height;
    return Math.max(0, Math.floor((fromEdge - first) / next));
  }

  // What has a name is found again by it, for the tap before has changed where it leads. While the position is set up,
  // a finger says how high the stack becomes.
  function follow(id, address, checker) {
    const place = id && document.getElementById(id);
    const heights = checker === null ? null : place?.dataset.heights?.split(" ");
    const now = heights ? heights[Math.min(checker, heights.length - 1)] : id ? place?.href : address;
    return now && go(now);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#content a, .places > span");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    // A span has no address: it is followed once it has become a link.
    if (!link || !isPlain || !(link.getAttribute("href") ?? "?").startsWith("?")) return;
    event.preventDefault();
    const { id, href } = link;
    const checker = checkerAt(link, event);
    followed = followed.then(() => follow(id, href, checker));
  });

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = `?${new URLSearchParams(new FormData(event.target))}`;
    followed = followed.then(() => go(address));
  });

  // Whoever moves a slider sees the place where it is when the answer before has come.
  let wanted = null;
  document.addEventListener("input", (event) => {
    if (event.target.type !== "range") return;
    if (wanted === null) {
      followed = followed.then(() => {
        const address = wanted;
        wanted = null;
        return go(address, history.replaceState);
      });
    }
    wanted = `?${new URLSearchParams(new FormData(event.target.form))}`;
  });

  // A rule that is folded opens for who follows its link.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest('a[href^="#rule-"]');
    const rule = link && document.getElementById(link.hash.slice(1));
    if (rule) rule.closest("details").open = true;
  });

  addEventListener("popstate", () => {
    followed = followed.then(() => show(location.href)).catch(() => location.reload());
  });
})();
