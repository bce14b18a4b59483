// Before the page is painted: where this phone knows its player, the seat has its room before it has come.
"use strict";

(() => {
  try {
    const [, , , slug, ...rest] = location.pathname.split("/");
    const { number, room } = JSON.parse(localStorage.getItem(`tournament-${slug}`) ?? "{}") || {};
    if (!number) return;
    const root = document.documentElement;
    root.classList.add("knows-player");
    const isOwnPage = rest[0] === "players" && rest[1] === String(number);
    // Of the first one nobody knows yet how high it will be.
    if (!isOwnPage) root.style.setProperty("--seat", room ? `${room}px` : "14rem");
  } catch {
    // A browser that keeps nothing for a page knows nobody.
  }
})();
