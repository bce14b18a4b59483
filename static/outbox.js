// What is said on a page – a score, a fee, a name – is a word: written down on this device under a name of its own, then
// sent until it has its answer. Under that name it enters once, however often it is sent, so nothing here goes by what
// the page shows meanwhile. A word stays until it is answered, and refused until its owner puts it right or lets it go.
"use strict";

/**
 * @param {string} of Whose words they are, and of what.
 * @param {PageOfWords} page
 * @returns {Outbox}
 */
// biome-ignore lint/correctness/noUnusedVariables: my_words.js, queue.js and sheet_words.js ask it.
const openOutbox = (of, page) => {
  // In milliseconds.
  const RETRY_AFTER = 1500;
  const ANSWERS_WITHIN = 10_000;
  // What is said on a score sheet goes by the sheet, and in its order.
  const SHEETS_WITHIN = 12 * 60 * 60_000;

  const shelf = `word/${of}/`;
  const tab = newName();

  // The browser makes names by itself only on pages that came encrypted.
  function newName() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The shelf: a place for each word, so that no page writes over what another one has written. Where the browser keeps
  // nothing, words wait on the page alone.
  /** @type {Map<string, Word>} */
  const onPage = new Map();

  function words() {
    const all = new Map(onPage);
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(shelf)) all.set(key, { ...JSON.parse(localStorage.getItem(key) ?? "{}"), key });
      }
    } catch {
      // See above.
    }
    return [...all.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** @param {Word} word */
  function keep(word) {
    try {
      localStorage.setItem(word.key, JSON.stringify(word));
    } catch {
      onPage.set(word.key, word);
    }
  }

  /** @param {{ key: string }} word */
  function letGo({ key }) {
    onPage.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // See above.
    }
  }

  /**
   * Note what has become of a word, unless another page has settled or discarded it meanwhile.
   *
   * @param {{ key: string }} word
   * @param {Partial<Word>} change
   */
  function note({ key }, change) {
    const now = words().find((word) => word.key === key);
    if (now && (!now.isDiscarded || "isDiscarded" in change)) keep({ ...now, ...change });
  }

  function newKey() {
    const last = Number(words().at(-1)?.key.slice(shelf.length).split("-")[0] ?? 0);
    return `${shelf}${String(Math.max(last + 1, Date.now())).padStart(15, "0")}-${tab.slice(0, 4)}`;
  }

  /**
   * @template {SaidWord} Said
   * @param {Said} said
   */
  function say(said) {
    const word = { ...said, key: newKey(), id: newName(), at: Date.now(), tries: 0, by: "", until: 0 };
    keep(word);
    return word;
  }

  // Sending: one after the other. Pages that send the same word at once are harmless; they only spare each other that.
  let isSending = false;
  let isCut = false;
  // Nobody is logged in any more, or somebody else: what waits goes out after the login of the same account.
  let isOut = false;
  let isRenewed = false;
  let isSomebodyElse = false;
  let answered = 0;
  let later = 0;

  /** @param {Word} word */
  const isOthers = ({ by, until }) => by !== tab && until > Date.now() && until < Date.now() + 2 * ANSWERS_WITHIN;
  /** @type {(word: Word, within: number) => boolean} */
  const isOlder = ({ at }, within) => Math.abs(Date.now() - at) > within;
  const next = () => words().find((word) => !word.refusal && !word.isHeld && page.sends?.(word) !== false);

  async function send() {
    if (isSending) return;
    isSending = true;
    let isAtWork = false;
    do {
      if (isOut && !(await hasSameLogin())) break;
      isRenewed = isOut;
      isOut = false;
      const word = next();
      if (!word || isOthers(word)) break;
      isAtWork = true;
      await (word.isDiscarded || isOlder(word, word.before ? SHEETS_WITHIN : page.sendsWithin) ? tell(word) : deliver(word));
      if (!isOut) page.draw();
    } while (!isCut && !(isOut && isRenewed));
    isSending = false;
    page.draw();
    if (isAtWork && !next()) page.rest?.();
    sendLater();
  }

  // One timer: a page that only hears of another one's words does not send at once, or the two would wake each other.
  function sendLater() {
    clearTimeout(later);
    if (next() || isOut) later = setTimeout(send, RETRY_AFTER);
  }

  /**
   * Null where nobody has answered: a proxy that found no program behind it has taken nothing, nor has a program that
   * cannot store for a moment.
   *
   * @param {string} address
   * @param {RequestInit} [sent]
   */
  async function ask(address, sent = {}) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWERS_WITHIN);
    try {
      const answer = await fetch(address, { credentials: "same-origin", ...sent, signal: limit.signal });
      const text = await answer.text();
      return answer.status === 429 || answer.status > 500 ? null : { status: answer.status, headers: answer.headers, text };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @type {(place: ParentNode) => HTMLInputElement} */
  const token = (place) => place.querySelector("[name=csrfmiddlewaretoken]");

  /**
   * @param {Word} word
   * @param {Record<string, Said | undefined>} values
   * @param {Record<string, string>} [more]
   */
  function post({ id, to }, values, more = {}) {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, Word: id, ...more };
    const body = new URLSearchParams();
    for (const [name, said] of Object.entries({ ...values, csrfmiddlewaretoken: token(page.ofSheet?.() ?? document)?.value })) {
      for (const value of [said].flat()) if (typeof value === "string") body.append(name, value);
    }
    return ask(to, { method: "POST", headers, body });
  }

  /** Whether the account that has said these words is there; the page that is asked for brings the token of its login. */
  async function hasSameLogin() {
    const answer = await ask(location.href);
    isCut = !answer;
    if (!answer) return false;
    const shown = new DOMParser().parseFromString(answer.text, "text/html");
    const fresh = token(shown);
    const account = page.accountOn(shown);
    isSomebodyElse = Boolean(account) && account !== page.account;
    if (page.account && account !== page.account) return false;
    document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((field) => {
      if (fresh) field.value = field.defaultValue = fresh.value;
    });
    return true;
  }

  /** @param {Answer} answer */
  const isSentence = ({ headers }) => headers.get("Content-Type")?.startsWith("text/plain") ?? false;
  /**
   * A token of a login that has ended is refused by a whole page, once.
   *
   * @param {Answer} answer
   */
  const wantsLogin = (answer) => answer.status === 401 || (answer.status === 403 && !isSentence(answer) && !isRenewed);

  /**
   * What an answer makes of a word; false where it is for the login to come first.
   *
   * @param {Word} word
   * @param {Answer} answer
   */
  function hear(word, answer) {
    if (wantsLogin(answer)) {
      isOut = true;
      note(word, { until: 0 });
      return false;
    }
    answered += 1;
    if (answer.status < 400) letGo(word);
    else note(word, { refusal: reason(word, answer) });
    return true;
  }

  /**
   * @param {Word} word
   * @param {Answer} answer
   * @returns {Refusal}
   */
  function reason({ before }, answer) {
    const isFailure = answer.status >= 500;
    const code = answer.headers.get("Refusal") ?? "";
    const otherwise = isFailure ? "" : answer.status === 422 ? page.asked : page.shut;
    return {
      sentence: before && code === "pairings_changed_meanwhile" ? page.gone : isSentence(answer) ? answer.text : otherwise,
      code,
      instead: answer.headers.get("Instead") ?? "",
      isFailure,
    };
  }

  /**
   * What the page says of the sheet of that word.
   *
   * @param {Word} word
   * @param {Document | undefined} shown
   * @returns {ToldSheet | null}
   */
  function sheetOf({ values }, shown) {
    const told = JSON.parse(shown?.getElementById("sheet")?.dataset.sheet ?? "null");
    return told && String(told.match) === values.match ? told : null;
  }

  /** @type {(one: KeptSheet, other: KeptSheet) => boolean} */
  const isSame = (one, other) => JSON.stringify([one.games, one.words]) === JSON.stringify([other.games, other.words]);

  /**
   * What was said on a score sheet goes out once the sheet stands as its owner saw it. Where it has gone another way
   * meanwhile, the word stops there and asks; the page may know that the sheet says the same already.
   *
   * @param {Word} word
   * @param {KeptSheet} before
   */
  async function goByTheSheet(word, before) {
    let told = sheetOf(word, page.ofSheet?.());
    if (!told || told.changes < Number(word.changes) || !isSame(told.kept, before)) {
      const answer = await ask(`${word.to}?of=${word.values.match}`, { headers: { "HX-Request": "true" } });
      isCut = !answer || answer.status >= 500;
      if (!answer || isCut) return;
      isOut = wantsLogin(answer);
      if (isOut) return;
      told = sheetOf(word, new DOMParser().parseFromString(answer.text, "text/html"));
      if (told) page.hearSheet?.(answer.text);
    }
    if (told && isSame(told.kept, before)) {
      note(word, { values: { ...word.values, seen: told.mark, ...(word.values.word ? {} : { leaves: told.leaves }) } });
    } else {
      const sentence = told ? told.phrases.changed : page.gone;
      note(word, { refusal: { sentence, code: "", instead: "", isFailure: false } });
    }
  }

  /** @param {Word} word */
  async function deliver(word) {
    if (word.before && !word.values.seen) return goByTheSheet(word, word.before);
    note(word, { tries: word.tries + 1, by: tab, until: Date.now() + ANSWERS_WITHIN + RETRY_AFTER });
    const carried = await page.carry?.(word);
    const answer = carried === undefined ? await post(word, page.valuesOf(word)) : carried;
    isCut = !answer;
    if (!answer) note(word, { until: 0 });
    else if (answer.status === 500 && !carried) await tell(word);
    else if (!carried && hear(word, answer)) page.heard(word, answer);
  }

  /** @param {Answer} answer */
  function hasEntered({ status, text }) {
    const { has_entered: isThere } = status === 200 ? JSON.parse(text) : { has_entered: false };
    return isThere;
  }

  // What was said long ago is not sent without its owner, nor what the program has stumbled over; but it may have entered.
  // That a discarded word shall never enter is told, too: of what has left, nobody here knows.
  /** @param {Word} word */
  async function tell(word) {
    const answer = await post(word, {}, { [word.isDiscarded ? "Discards" : "Asks"]: "" });
    isCut = !answer || answer.status === 500 || answer.headers.get("Refusal") === "words_too_often";
    if (isCut || !answer) return;
    if (wantsLogin(answer)) isOut = true;
    else if (answer.status === 403) note(word, { isDiscarded: false, refusal: reason(word, answer) });
    else if (word.isDiscarded || hasEntered(answer)) {
      letGo(word);
      page.wake();
    } else note(word, { refusal: { sentence: "", code: "", instead: "", isFailure: false } });
  }

  /** @param {Word} word */
  function discard(word) {
    const now = words().find(({ key }) => key === word.key);
    if (now?.tries && !now.refusal?.sentence) note(now, { isDiscarded: true, refusal: undefined, until: 0 });
    else if (now) letGo(now);
    page.draw();
    send();
  }

  // A look that was begun before the last answer shows less than the page knows.
  document.addEventListener("htmx:configRequest", ({ detail }) => { detail.answeredBefore = answered; });
  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb !== "get" || xhr.status >= 500 || !isCut) return;
    isCut = false;
    page.draw();
    send();
  });

  // Another page of this device has said, sent or discarded something: that is drawn, and sent at its time.
  window.addEventListener("storage", () => {
    page.draw();
    sendLater();
  });
  for (const name of ["online", "pageshow"]) {
    window.addEventListener(name, () => {
      page.draw();
      send();
    });
  }

  function waitForLogin() {
    isOut = true;
    send();
  }

  return {
    words, keep, letGo, say, send, hear, discard, isOlder, waitForLogin,
    isCut: () => isCut,
    isOut: () => isOut,
    isSomebodyElse: () => isSomebodyElse,
    answered: () => answered,
  };
};
