// What is said on this page – a score, a confirmation, that one was a mistake – is a word: written down on this device
// under a name of its own, then sent until it has its answer. Under that name it enters once, however often it is sent,
// so nothing here goes by what the page shows meanwhile.
"use strict";

(() => {
  // In milliseconds.
  const RETRY_AFTER = 1500;
  const ANSWERS_WITHIN = 10_000;
  const BY_ITSELF_WITHIN = 10 * 60_000;
  const AT_ALL_WITHIN = 12 * 60 * 60_000;
  const SAY_AFTER = 700;
  const HANDS_TURN_WITHIN = 600;

  const box = document.getElementById("outbox");
  // The page of a link that has ended shows what was not received, and no more.
  const live = document.getElementById("live") ?? box;
  const shelf = `word/${box.dataset.of}/`;
  const tab = newName();

  // The browser makes names by itself only on pages that came encrypted.
  function newName() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The shelf: a place for each word, so that no page writes over what another one has written. Where the browser keeps
  // nothing, words wait on the page alone.
  /** @type {Map<string, Word>} */
  const onPage = new Map();

  /** @returns {Word[]} */
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

  /** @param {Word} word */
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
   * @param {Word} word
   * @param {Partial<Word>} change
   */
  function note({ key }, change) {
    const now = words().find((word) => word.key === key);
    if (now && (!now.isDiscarded || change.isDiscarded)) keep({ ...now, ...change });
  }

  function newKey() {
    const last = Number(words().at(-1)?.key.slice(shelf.length).split("-")[0] ?? 0);
    return `${shelf}${String(Math.max(last + 1, Date.now())).padStart(15, "0")}-${tab.slice(0, 4)}`;
  }

  // Saying.

  const TYPED = /** @type {const} */ ("input:not([type=hidden], [type=checkbox], [type=radio]), textarea");
  const OF_THE_PAGE = ["csrfmiddlewaretoken", "seen", "phone", "word"];
  /** @param {Fields} fields */
  const meaning = (fields) => JSON.stringify(fields.filter(([name]) => !OF_THE_PAGE.includes(name)));
  /** @param {Word} word */
  const result = ({ fields }) => fields.find(([name]) => name === "result")?.[1];
  /** @param {Fields} fields @param {string} value */
  const see = (fields, value) => fields.map(([name, before]) => /** @type {SentField} */ ([name, name === "seen" ? value : before]));
  /** @param {Fields} fields */
  const seenIn = (fields) => fields.find(([name]) => name === "seen")?.[1] ?? "";

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function say(form, submitter) {
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    /** @type {Fields} */
    const fields = [];
    for (const [name, value] of new FormData(form)) {
      if (!["csrfmiddlewaretoken", "word"].includes(name) && typeof value === "string") fields.push([name, value]);
    }
    if (button?.name) fields.push([button.name, button.value]);
    const typed = [...form.querySelectorAll(TYPED)].map(({ value }) => value).join(":");
    const tapped = [...live.querySelectorAll("[data-tap]")].find(({ value }) => value === button?.value)?.dataset.tap;
    const says = tapped || typed || button?.textContent.trim() || "";
    add(form.getAttribute("action") || location.pathname, fields, form.dataset.word ?? "", says);
  }

  /**
   * @param {string} to
   * @param {Fields} fields
   * @param {string} about
   * @param {string} says
   */
  function add(to, fields, about, says) {
    const others = words().filter(({ about: same, isDiscarded }) => same === about && !isDiscarded);
    others.filter(({ refusal }) => refusal).forEach(letGo);
    const before = others.filter(({ refusal }) => !refusal).at(-1);
    if (before && meaning(before.fields) === meaning(fields)) return;
    let seen = seenIn(fields);
    if (before && !before.tries) {
      // It has not left yet, so it is not there to be corrected; what it went by still holds.
      letGo(before);
      seen = seenIn(before.fields);
    } else if (before) seen = result(before) ?? seen;
    const sent = see(fields, seen);
    if (typeof phoneName === "string") sent.push(["phone", phoneName]);
    keep({ key: newKey(), id: newName(), to, fields: sent, about, says, at: Date.now(), tries: 0, by: "", until: 0 });
    draw();
    setTimeout(draw, SAY_AFTER);
    send();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // A browser that does not say which button was pressed sends the form by itself.
    if (!form.matches("form[data-word]") || !("submitter" in event)) return;
    event.preventDefault();
    if (form.checkValidity()) say(form, event.submitter);
  }, true);

  // Sending: one after the other. Pages that send the same word at once are harmless; they only spare each other that.
  let isSending = false;
  let isCut = false;
  // A look that was begun before the last answer shows less than the page knows.
  let answered = 0;
  let later = 0;

  /** @param {Word} word */
  const isOthers = ({ by, until }) => by !== tab && until > Date.now() && until < Date.now() + 2 * ANSWERS_WITHIN;
  /** @param {Word} word @param {number} within */
  const isOlder = ({ at }, within) => Math.abs(Date.now() - at) > within;
  const next = () => words().find(({ refusal }) => !refusal);

  async function send() {
    if (isSending) return;
    isSending = true;
    for (let word = next(); word && !isOthers(word); word = next()) {
      const isDone = await (word.isDiscarded ? discardThere(word) : isOlder(word, BY_ITSELF_WITHIN) ? askAbout(word) : deliver(word));
      isCut = !isDone;
      draw();
      if (!isDone) break;
    }
    isSending = false;
    sendLater();
  }

  // One timer: a page that only hears of another one's words does not send at once, or the two would wake each other.
  function sendLater() {
    clearTimeout(later);
    if (next()) later = setTimeout(send, RETRY_AFTER);
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

  /** @param {ParentNode} [place] */
  const token = (place = box) => place.querySelector("[name=csrfmiddlewaretoken]");

  /**
   * A token of a login that has ended is refused once: the page that is asked for then brings another.
   *
   * @param {Word} word
   * @param {Fields} fields
   * @param {Record<string, string>} [more]
   */
  async function post({ id, to }, fields, more = {}) {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, Word: id, ...more };
    const body = () => new URLSearchParams([...fields, ["csrfmiddlewaretoken", token().value]]);
    const answer = await ask(to, { method: "POST", headers, body: body() });
    if (answer?.status !== 403) return answer;
    const page = await ask(location.href);
    const fresh = token(new DOMParser().parseFromString(page?.text ?? "", "text/html"));
    if (!fresh) return answer;
    token().value = fresh.value;
    return ask(to, { method: "POST", headers, body: body() });
  }

  /** @param {Word} word */
  async function deliver(word) {
    note(word, { tries: word.tries + 1, by: tab, until: Date.now() + ANSWERS_WITHIN + RETRY_AFTER });
    const answer = await post(word, [...word.fields, ["v", document.getElementById("version")?.value ?? ""]]);
    if (answer?.status === 500) return askAbout(word);
    if (!answer) {
      note(word, { until: 0 });
      return false;
    }
    answered += 1;
    if (answer.status < 400) {
      letGo(word);
      if (answer.headers.has("HX-Refresh")) location.reload();
      else if (answer.text) show(answer.text, word);
      else htmx.trigger(live, "wake");
    } else {
      note(word, { refusal: reason(answer) });
      htmx.trigger(live, "wake");
      focus(box);
    }
    return true;
  }

  /**
   * @param {{ headers: Headers, text: string }} answer
   * @returns {Refusal}
   */
  function reason({ headers, text }) {
    const isSentence = headers.get("Content-Type")?.startsWith("text/plain");
    return {
      sentence: (isSentence && text) || box.dataset.shut || "",
      code: headers.get("Refusal") ?? "",
      instead: headers.get("Instead") ?? "",
    };
  }

  // What was said long ago is not sent without its owner, nor what the program has stumbled over; but it may have entered.
  /** @param {Word} word */
  async function askAbout(word) {
    const answer = await post(word, [], { Asks: "" });
    if (!answer || answer.status === 500) return false;
    if (hasEntered(answer)) settled(word);
    else note(word, { refusal: { sentence: "", code: "", instead: "" } });
    return true;
  }

  /** @param {Word} word */
  async function discardThere(word) {
    const answer = await post(word, [], { Discards: "" });
    if (!answer || answer.status === 500) return false;
    settled(word);
    return true;
  }

  /** @param {{ status: number, text: string }} answer */
  function hasEntered({ status, text }) {
    const { has_entered: isThere } = status === 200 ? JSON.parse(text) : { has_entered: false };
    return isThere;
  }

  /** @param {Word} word */
  function settled(word) {
    letGo(word);
    htmx.trigger(live, "wake");
  }

  /**
   * @param {string} html
   * @param {Word} word
   */
  function show(html, { about }) {
    const forms = () => [...live.querySelectorAll("form[data-word]")];
    for (const form of forms()) if (form.dataset.word === about) form.reset();
    const known = new Set(forms().map(({ id }) => id));
    htmx.swap(live, html, { swapStyle: "morph:innerHTML", swapDelay: 0, settleDelay: 0 });
    focus(document.getElementById("report"));
    // What has come under the finger is not pressed by a tap that was meant for what stood there.
    const fresh = forms().filter(({ id }) => !known.has(id)).flatMap((form) => [...form.querySelectorAll("button")]);
    fresh.forEach((button) => { button.disabled = true; });
    setTimeout(() => fresh.forEach((button) => { button.disabled = false; }), HANDS_TURN_WITHIN);
  }

  /** @param {HTMLElement | null} place */
  const focus = (place) => place?.focus({ preventScroll: true });

  // News.

  document.addEventListener("htmx:configRequest", ({ detail }) => { detail.answeredBefore = answered; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { answeredBefore = answered } = detail.requestConfig ?? {};
    if (answeredBefore < answered && detail.target === live) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb !== "get" || xhr.status >= 500 || !isCut) return;
    isCut = false;
    draw();
    send();
  });

  // Showing: a line for each word that has no answer, or a bad one.

  const template = box.querySelector("template");
  let drawn = "";
  /** @param {Word} word */
  const isUnknown = ({ refusal }) => refusal !== undefined && !refusal.sentence;

  function draw() {
    const all = words().filter(({ isDiscarded }) => !isDiscarded);
    const said = new Set(all.filter(({ refusal }) => !refusal).map(result));
    live.querySelectorAll("form[data-word] button").forEach((button) => {
      button.classList.toggle("is-said", Boolean(button.value) && said.has(button.value));
    });
    const shown = all.filter((word) => isCut || word.refusal || isOlder(word, SAY_AFTER));
    const look = JSON.stringify([isCut, shown.map((word) => [word.id, word.refusal, again(word)?.id])]);
    if (look === drawn) return;
    drawn = look;
    box.querySelector("ul").replaceChildren(template, ...shown.map(lineOf));
    box.hidden = !shown.length;
    document.documentElement.style.setProperty("--outbox", `${box.offsetHeight}px`);
  }

  /** @param {Word} word */
  function lineOf(word) {
    const line = /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
    const { refusal, says } = word;
    /** @type {(selector: ".cut" | ".later" | ".sending" | ".unknown" | ".refused" | ".again" | ".drop", isShown: boolean) => HTMLElement} */
    const place = (selector, isShown) => Object.assign(line.querySelector(selector), { hidden: !isShown });
    place(".cut", isCut && !refusal);
    place(".later", isCut && !refusal);
    place(".sending", !isCut && !refusal);
    place(".unknown", Boolean(refusal));
    place(".refused", Boolean(refusal?.sentence)).textContent = refusal?.sentence ?? "";
    line.querySelector(".says").textContent = says;
    const other = again(word);
    const button = place(".again", Boolean(other));
    button.textContent = (box.dataset[refusal?.instead ? "report" : "again"] ?? "").replace("{tap}", says);
    button.addEventListener("click", () => sayAgain(word, other));
    place(".drop", Boolean(isCut || refusal)).addEventListener("click", () => discard(word));
    return line;
  }

  /**
   * What is said once more of it at a tap: the same word where nobody knows whether it has entered, else another one, of
   * the same match, that goes by what the page shows now.
   *
   * @param {Word} word
   * @returns {Word | undefined}
   */
  function again(word) {
    const { refusal, about, fields } = word;
    if (!refusal || isOlder(word, AT_ALL_WITHIN)) return undefined;
    if (isUnknown(word)) return { ...word, refusal: undefined, at: Date.now(), until: 0 };
    const form = [...live.querySelectorAll("form[data-word]")].find((one) => one.dataset.word === about && one.querySelector("[name=seen]"));
    if (!form || !(refusal.instead || refusal.code === "reported_meanwhile")) return undefined;
    const seen = form.querySelector("[name=seen]").value;
    /** @type {Fields} */
    const instead = refusal.instead ? [["match", form.querySelector("[name=match]").value], ["seen", ""], ["result", refusal.instead]] : fields;
    return { ...word, fields: see(instead.filter(([name]) => name !== "phone"), seen), refusal: undefined };
  }

  /**
   * @param {Word} word
   * @param {Word | undefined} other
   */
  function sayAgain(word, other) {
    if (!other) return;
    const { to, fields, about, says } = other;
    if (!isUnknown(word)) return add(to, fields, about, says);
    keep(other);
    draw();
    send();
  }

  /** @param {Word} word */
  function discard(word) {
    const now = words().find(({ key }) => key === word.key);
    // Of what has left, nobody here knows whether it has entered: that it never shall is itself to be told.
    if (now?.tries && !now.refusal?.sentence) note(now, { isDiscarded: true, refusal: undefined, until: 0 });
    else if (now) letGo(now);
    draw();
    send();
  }

  document.addEventListener("htmx:afterSwap", draw);
  // Another page of this device has said, sent or discarded something: that is drawn, and sent at its time.
  window.addEventListener("storage", () => {
    draw();
    sendLater();
  });
  for (const name of ["online", "pageshow"]) {
    window.addEventListener(name, () => {
      draw();
      send();
    });
  }
})();
