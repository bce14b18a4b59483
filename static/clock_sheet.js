// The score sheet behind a match clock that was opened from one: how it stands, and the word by which a game ends. A
// word waits where those of the sheet's own page wait.
"use strict";

// biome-ignore lint/correctness/noUnusedVariables: match_clock.js asks it.
const ClockSheet = (() => {
  // In milliseconds.
  const LOOK = 3000;

  let address = "";
  /** @type {(shown: SheetShown) => void} */
  let tell = () => {};
  // The page of the sheet, as it was last answered; nothing is said before.
  /** @type {Document | null} */
  let page = null;
  /** @type {SheetWords | null} */
  let words = null;

  /** @param {string} html */
  function show(html) {
    const answer = new DOMParser().parseFromString(html, "text/html");
    if (!answer.getElementById("sheet")) return;
    page = answer;
    words = words ?? sheetWords(() => page ?? document, () => address, show, draw);
    words.compare();
    draw();
    words.outbox.send();
  }

  async function look() {
    if (document.hidden) return;
    const before = words?.outbox.answered();
    const query = page && words ? new URLSearchParams({ v: page.getElementById("version")?.value ?? "", of: String(words.told().match) }) : "";
    try {
      const answer = await fetch(`${address}?${query}`, { headers: { "HX-Request": "true" } });
      const html = answer.status === 200 ? await answer.text() : "";
      // What was looked at before the last word was answered shows an older sheet.
      if (words?.outbox.answered() === before) show(html);
    } catch {
      // Without connection the clock runs on, and what waits is kept.
    }
  }

  // How the match stands with what waits, and the words by which this game can end.
  function draw() {
    if (!words) return;
    const { isStopped, reason, codes } = words.read();
    const { format, kept, phrases } = words.told();
    const sheet = isStopped ? SheetRules.sheetOf(format, kept) : words.willBe();
    const mayBeSaid = Boolean(page?.querySelector("#sheet button[name=word]")) && !isStopped;
    const ends = SheetRules.possible(format, sheet).filter((code) => /-(won|drawn)/.test(code));
    tell({
      points: sheet.standing.score,
      games: sheet.games.length,
      waits: codes.length > 0 && !isStopped,
      problem: reason,
      ends: mayBeSaid ? ends.map((code) => ({ code, side: code.includes("drawn") ? null : Number(code[0]), label: phrases.labels[code] })) : [],
      wins: phrases.wins,
    });
  }

  /**
   * What the sheet says is told now and whenever it is looked at.
   *
   * @param {string} wanted The address of a sheet of this program.
   * @param {(shown: SheetShown) => void} listener
   */
  function follow(wanted, listener) {
    const { origin, pathname } = new URL(wanted, location.origin);
    if (origin !== location.origin) return;
    address = pathname;
    tell = listener;
    look();
    setInterval(look, LOOK);
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
  }

  /** @param {string} code */
  const say = (code) => words?.say(code);
  return { follow, say };
})();
