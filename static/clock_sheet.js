// The score sheet behind a match clock that was opened from one: how it stands, and the word by which a game ends. A
// word waits where those of the sheet's own page wait.
"use strict";

// biome-ignore lint/correctness/noUnusedVariables: match_clock.js asks it.
const ClockSheet = (() => {
  // In milliseconds.
  const LOOK = 3000;

  // Of the page of the sheet, as it was last answered; nothing else is asked of it before.
  /** @type {Document | null} */
  let page = null;
  let address = "";
  /** @type {(shown: SheetShown) => void} */
  let tell = () => {};
  let isUnderWay = false;

  const { told, read, willBe, next, say: keepWord, hear: hearSheet } = keptWords(() => page, () => address);

  /**
   * @param {string} text
   * @param {string} sent
   * @param {string} refusal
   */
  function hear(text, sent, refusal) {
    const answer = new DOMParser().parseFromString(text, "text/html");
    if (!answer.getElementById("sheet")) return;
    page = answer;
    hearSheet(sent, refusal);
  }

  /**
   * @param {Record<string, string> | null} values
   * @param {string} sent
   */
  async function ask(values, sent) {
    const query = page ? new URLSearchParams({ v: page.getElementById("version")?.value ?? "", of: String(told().match) }) : "";
    const answer = await fetch(values ? address : `${address}?${query}`, {
      headers: { "HX-Request": "true" }, ...(values && { method: "POST", body: new URLSearchParams(values) }),
    });
    const refused = answer.status === 422;
    if (answer.status !== 200 && !refused) return;
    const text = await answer.text();
    const problem = refused ? new DOMParser().parseFromString(text, "text/html").getElementById("problem") : null;
    hear(text, values ? sent : "", problem ? problem.textContent.trim() : "");
  }

  // One question after the other: what waits, else what is new.
  async function look() {
    if (isUnderWay || document.hidden) return;
    isUnderWay = true;
    try {
      let before = null;
      do {
        before = page && read().words.length;
        const word = page && next();
        await ask(word && withToken(word.values), word ? word.name : "");
      } while (before !== null && read().words.length && read().words.length !== before);
    } catch {
      // Without connection the clock runs on, and what waits is kept.
    }
    isUnderWay = false;
    if (page) tell(shown());
  }

  /** @param {Record<string, string>} values */
  const withToken = (values) => (
    { ...values, phone: phoneName(), csrfmiddlewaretoken: page?.querySelector("[name=csrfmiddlewaretoken]").value ?? "" }
  );

  function phoneName() {
    try {
      return localStorage.getItem("phone") ?? "";
    } catch {
      return "";
    }
  }

  function now() {
    const { format, kept, match } = told();
    const { match: waitsFor, isStopped } = read();
    return waitsFor === match && !isStopped ? willBe() : SheetRules.sheetOf(format, kept);
  }

  /**
   * How the match stands with what waits, and the words by which this game can end.
   *
   * @returns {SheetShown}
   */
  function shown() {
    const sheet = now();
    const { format, phrases } = told();
    const mayBeSaid = Boolean(page?.querySelector("#sheet button[name=word]")) && !read().isStopped;
    const ends = SheetRules.possible(format, sheet).filter((code) => /-(won|drawn)/.test(code));
    return {
      points: sheet.standing.score,
      games: sheet.games.length,
      waits: read().words.length > 0 && !read().isStopped,
      problem: read().reason,
      ends: mayBeSaid ? ends.map((code) => ({ code, side: code.includes("drawn") ? null : Number(code[0]), label: phrases.labels[code] })) : [],
      wins: phrases.wins,
    };
  }

  /** @param {string} code */
  function say(code) {
    keepWord(code);
    tell(shown());
    look();
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

  return { follow, say };
})();
