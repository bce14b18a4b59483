// A score sheet without connection: what the words that wait make of it, and what of them has arrived. It says what
// `tournament/matches/score_sheet.py` says; a test compares the two, word by word.
"use strict";

// biome-ignore lint/correctness/noUnusedVariables: sheet.js asks it.
const SheetRules = (() => {
  /** @type {Record<string, number>} */
  const WORTH = { single: 1, gammon: 2, backgammon: 3, pass: 1, drawn: 0 };
  const TAVLI = ["portes", "plakoto", "fevga"];

  /**
   * @param {SheetFormat} format
   * @param {SheetGame} game
   */
  function worth(format, { kind, cube, automatic }) {
    let counts = WORTH[kind];
    if (counts === 3 && !format.backgammons) counts = 2;
    if (counts === 2 && !format.gammons) counts = 1;
    if (format.jacoby && cube === 2 ** automatic) counts = Math.min(counts, 1);
    return counts * cube;
  }

  /**
   * How the match stands between two games.
   *
   * @param {SheetFormat} format
   * @param {SheetGame[]} games
   * @returns {MatchStanding}
   */
  function standingAfter(format, games) {
    const score = [0, 0];
    let decided = 0;
    let isCrawford = false;
    let crawfordPlayed = false;
    const next = () => {
      isCrawford = format.crawford && !crawfordPlayed && Math.max(...score) === format.match_length - 1;
      crawfordPlayed = crawfordPlayed || isCrawford;
    };
    next();
    for (const game of games) {
      if (game.winner === null) continue;
      score[game.winner] += worth(format, game);
      decided += 1;
      next();
    }
    const game = format.game === "tavli" ? TAVLI[decided % 3] : format.game;
    return { score, isCrawford, game, isDecided: Math.max(...score) >= format.match_length };
  }

  /** @type {(format: SheetFormat, games: SheetGame[], ended: string[][]) => Sheet} */
  const anew = (format, games, ended) => ({
    games, ended, words: [], standing: standingAfter(format, games), cube: 1, owner: null, automatic: 0, offer: null,
  });

  /**
   * The sheet after what is kept: its games with their words, and the words of the one being played.
   *
   * @type {(format: SheetFormat, kept: KeptSheet) => Sheet}
   */
  const sheetOf = (format, { games, ended = [], words }) => (
    words.reduce((sheet, word) => after(format, sheet, word), anew(format, games, ended))
  );

  // The last word may be taken back, which waits like a word and names the one that goes: "back:0-won-gammon". Of a
  // game that came from elsewhere there are no words: it goes as a whole.
  const BACK = "back:";
  /** @param {string} word */
  const isBack = (word) => word.startsWith(BACK);
  /** @param {Sheet} sheet */
  const backOf = ({ ended, words }) => BACK + (words.at(-1) || ended.at(-1)?.at(-1) || "");
  /** @param {Sheet} sheet */
  const mayGoBack = ({ games, words }) => games.length + words.length > 0;

  /**
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   */
  function before(format, { games, ended, words }) {
    if (words.length) return sheetOf(format, { games, ended, words: words.slice(0, -1) });
    const reopened = (ended.at(-1) || []).slice(0, -1);
    return sheetOf(format, { games: games.slice(0, -1), ended: ended.slice(0, -1), words: reopened });
  }

  /** @param {string} word */
  const read = (word) => {
    const [side, name, kind] = word.split("-");
    return { side: Number(side), name, kind };
  };

  /**
   * @param {{ cube: number, automatic: number }} sheet
   * @param {number | null} winner
   * @param {string} kind
   * @returns {SheetGame}
   */
  const won = (sheet, winner, kind, conceded = false) => ({ winner, kind, cube: sheet.cube, automatic: sheet.automatic, conceded });

  /**
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   * @param {string} word
   * @returns {Sheet}
   */
  function after(format, sheet, word) {
    if (isBack(word)) return before(format, sheet);
    const { side, name, kind } = read(word);
    const words = [...sheet.words, word];
    /** @param {SheetGame} game */
    const ends = (game) => anew(format, [...sheet.games, game], [...sheet.ended, words]);
    const cube = 2 * sheet.cube;
    // Answers follow an offer.
    const offer = /** @type {Offer} */ (sheet.offer);
    if (name === "automatic") return { ...sheet, words, cube, automatic: sheet.automatic + 1 };
    if (name === "double" || name === "concede") return { ...sheet, words, offer: { side, name, kind } };
    if (name === "beaver") return { ...sheet, words, cube, owner: side, offer: { side, name } };
    if (name === "take") return { ...sheet, words, cube, owner: offer.name === "double" ? side : offer.side, offer: null };
    if (name === "decline") return { ...sheet, words, offer: null };
    if (name === "pass") return ends(won(sheet, 1 - side, "pass"));
    if (name === "accept") return ends(won(sheet, side, offer.kind ?? "", true));
    return ends(name === "drawn" ? won({ cube: 1, automatic: 0 }, null, "drawn") : won(sheet, side, kind ?? ""));
  }

  /**
   * Ways to win that are worth the same at this moment are one.
   *
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   */
  function kinds(format, sheet) {
    const worths = new Set();
    return ["single", "gammon", "backgammon"].filter((kind) => {
      const points = worth(format, won(sheet, 0, kind));
      return !worths.has(points) && worths.add(points);
    });
  }

  /**
   * Everything that may be said next.
   *
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   */
  function possible(format, sheet) {
    if (sheet.standing.isDecided) return [];
    if (sheet.offer) return answers(format, sheet, sheet.offer);
    const ends = kinds(format, sheet);
    /** @param {number} side */
    const mayDouble = (side) => format.cube && !sheet.standing.isCrawford && (sheet.owner ?? side) === side && 2 * sheet.cube <= format.cube_limit;
    return [
      ...[0, 1].flatMap((side) => ends.map((kind) => `${side}-won-${kind}`)),
      ...(sheet.standing.game === "plakoto" ? ["0-drawn"] : []),
      ...[0, 1].filter(mayDouble).map((side) => `${side}-double`),
      ...[0, 1].flatMap((side) => ends.map((kind) => `${side}-concede-${kind}`)),
      ...(sheet.owner === null && sheet.automatic < format.automatic_doubles ? ["0-automatic"] : []),
    ];
  }

  /**
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   * @param {Offer} offer
   */
  function answers(format, sheet, offer) {
    const other = 1 - offer.side;
    if (offer.name === "concede") return [`${other}-accept`, `${other}-decline`];
    const mayBeaver = offer.name === "double" && format.beavers && 4 * sheet.cube <= format.cube_limit;
    return [`${other}-take`, `${other}-pass`, ...(mayBeaver ? [`${other}-beaver`] : [])];
  }

  /** @param {KeptSheet} sheet */
  const kept = ({ games, words }) => ({ games, words });
  /** @type {(one: unknown, other: unknown) => boolean} */
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /** @type {(format: SheetFormat, sheet: Sheet, word: string) => boolean} */
  const mayFollow = (format, sheet, word) => (
    isBack(word) ? mayGoBack(sheet) && word === backOf(sheet) : possible(format, sheet).includes(word)
  );

  /**
   * Whether all of the words may still be said, one after the other, on this sheet.
   *
   * @param {SheetFormat} format
   * @param {Sheet} sheet
   * @param {string[]} words
   */
  function fits(format, sheet, words) {
    let now = sheet;
    for (const word of words) {
      if (!mayFollow(format, now, word)) return false;
      now = after(format, now, word);
    }
    return true;
  }

  /**
   * Whether `now` goes on where `before` stood; a game that has ended since began with any words.
   *
   * @param {KeptSheet} now
   * @param {KeptSheet} before
   */
  function goesOn(now, before) {
    const count = before.games.length;
    if (!isSame(now.games.slice(0, count), before.games)) return false;
    if (now.games.length > count) return !before.words.length;
    return isSame(now.words.slice(0, before.words.length), before.words);
  }

  /**
   * What of the waiting words has arrived, now that the sheet is known to stand so. They were said to the `base`; where
   * the sheet has gone another way meanwhile, the rest waits for an answer: `isStopped`. A word and its taking back
   * lead to where it stood: there both still go out, one after the other, which is right however much has arrived.
   *
   * @template {SheetQueue} Waiting
   * @param {SheetFormat} format
   * @param {Waiting} queue
   * @param {Waiting["base"]} base
   * @returns {Waiting}
   */
  function reconciled(format, queue, base) {
    let sheet = sheetOf(format, queue.base.kept);
    const states = [kept(sheet)];
    for (const word of queue.words) {
      sheet = after(format, sheet, word);
      states.push(kept(sheet));
    }
    const arrived = states.findIndex((state) => isSame(state, kept(base.kept)));
    if (arrived >= 0) return { ...queue, base, words: queue.words.slice(arrived) };
    const words = queue.words.slice(saidOf(queue.words, states, base.kept));
    return { ...queue, base, words, isStopped: words.length > 0 };
  }

  /**
   * How many of the words stand on a sheet that has gone on by itself. What goes on where something was said shows
   * nothing of its having been taken back.
   *
   * @param {string[]} words
   * @param {KeptSheet[]} states
   * @param {KeptSheet} now
   */
  function saidOf(words, states, now) {
    let said = 0;
    words.forEach((word, index) => {
      if (goesOn(now, states[index + 1]) && !(isBack(word) && goesOn(now, states[index]))) said = index + 1;
    });
    return said;
  }

  return { sheetOf, after, possible, worth, fits, reconciled, isBack, backOf, mayGoBack };
})();
