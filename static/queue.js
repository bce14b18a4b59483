// At the desk nobody waits for the network: a form marked `data-queued` is taken as soon as it is sent, its fields are
// free again at once, and what it said goes out in order, one after the other, until each has its answer.
"use strict";

(() => {
  /**
   * What was entered, with what is needed until it has its answer, and where it goes when it is refused.
   *
   * @typedef {object} Waiting
   * @property {string} id Its name, by which the program knows it again.
   * @property {string} url
   * @property {Record<string, Said | undefined>} values
   * @property {Written[]} typed
   * @property {Written[]} chosen
   * @property {string} place The id of the element that it stands in.
   * @property {string} name What it is called in the bar.
   * @property {string} [kept] Its key on this device.
   * @property {string} [row] The id of the row that it is about.
   * @property {string} [said]
   * @property {boolean} [isOfNamed] Whether it was typed for the table that the field named, without its number.
   * @property {boolean} [isOfNone] Whether it was typed for any table and names none of this page.
   * @property {string} [named] The id of the row that the field named then.
   * @property {boolean} [follows] Whether another one waits for the same address.
   * @property {boolean} [isRenewed]
   *
   * @typedef {{ id: string, value: string }} Written
   *
   * @typedef {Waiting & { sentence: string, status: number, isNew: boolean, isHeld?: boolean, isTakenUp?: boolean }} Returned
   */

  const RETRY_AFTER = 1500;
  const HANDS_REST_AFTER = 600;
  const SAY_AFTER = 700;
  const TEXT = /** @type {const} */ ("input:not([type=hidden], [type=checkbox], [type=radio]), textarea");

  // What waits, the one that is under way first; and what came back refused, until it is put right or let go.
  /** @type {Waiting[]} */
  const waiting = [];
  /** @type {Returned[]} */
  let returned = [];
  // What was last refused of each address: who types the same once more means it.
  /** @type {Map<string, Said | undefined>} */
  const refused = new Map();
  let isSending = false;
  let isLost = false;
  let answered = 0;
  /** @type {Waiting | null} */
  let stored = null;
  let pressedAt = 0;

  const sender = () => /** @type {HTMLElement} */ (document.getElementById("queue"));

  // What waits is kept on this device, by account and tournament, until it has its answer or is let go.
  const shelf = () => `waiting/${sender().dataset.account}/${sender().dataset.tournament}/`;
  let last = 0;

  /** @param {Waiting} item */
  function keep(item) {
    last = Math.max(last + 1, Date.now());
    item.kept = `${shelf()}${String(last).padStart(15, "0")}`;
    try {
      localStorage.setItem(item.kept, JSON.stringify(item));
    } catch {
      // A device without room keeps it as long as the page is open.
      item.kept = "";
    }
  }

  /** @param {Waiting} item */
  const letGo = ({ kept }) => { if (kept) localStorage.removeItem(kept); };
  /**
   * Another page of the same account has taken it from the shelf and had its answer.
   *
   * @param {Waiting} item
   */
  const isAnsweredElsewhere = ({ kept }) => Boolean(kept && localStorage.getItem(kept) === null);

  function takeFromTheShelf() {
    if (!sender()) return;
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(shelf())).sort();
    keys.forEach((key) => { waiting.push(JSON.parse(localStorage.getItem(key) ?? "null")); });
    if (!keys.length) return;
    renewTokens(document);
    isLost = true;
    mark();
    count();
    say();
    send();
  }

  function dropWhatWaits() {
    waiting.splice(0).forEach(letGo);
    mark();
    count();
    say();
  }

  // Logged out elsewhere: the page stays with what is typed, and asks until the same account is there again.
  const bar = () => document.getElementById("logged-out");
  /** @param {Document} page */
  const tokens = (page) => page.querySelectorAll("[name=csrfmiddlewaretoken]");

  /** @param {Document} page */
  function renewTokens(page) {
    const token = tokens(page)[0]?.value;
    if (!token) return;
    tokens(document).forEach((field) => { field.value = token; field.defaultValue = token; });
    waiting.forEach(({ values }) => { values.csrfmiddlewaretoken = token; });
  }

  async function isSameAccountThere() {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const account = page.getElementById("queue")?.dataset.account;
    const notice = bar()?.querySelector(".somebody-else");
    if (notice) notice.hidden = !account || account === sender().dataset.account;
    if (account !== sender().dataset.account) return false;
    renewTokens(page);
    return true;
  }

  let isOut = false;

  async function waitForTheLogin() {
    if (isOut) return;
    isOut = true;
    bar()?.removeAttribute("hidden");
    while (isOut) {
      try {
        isOut = !(await isSameAccountThere());
      } catch {
        // Nobody answered.
      }
      if (isOut) await new Promise((resolve) => { setTimeout(resolve, RETRY_AFTER); });
    }
    bar()?.setAttribute("hidden", "");
    send();
  }

  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status !== 401) return;
    if (bar()) waitForTheLogin();
    else location.reload();
  }, true);

  /** @param {HTMLFormElement} form */
  const placeOf = (form) => document.getElementById(form.dataset.place ?? "") || form.closest(".desk-row, .entry-row") || form;

  /**
   * What a button says, with whom it is about; one that takes something back says no more than that.
   *
   * @param {HTMLElement | null} button
   */
  function pressed(button) {
    const name = button?.closest(".entry-row")?.querySelector(".who bdi")?.textContent || "";
    const said = button?.getAttribute("aria-label") || button?.textContent.trim() || "";
    if (name && button?.getAttribute("aria-pressed") === "true") return name;
    return said.includes(name) ? said : `${name}: ${said}`;
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function nameOf(form, submitter) {
    const typed = [...form.querySelectorAll(TEXT)].map((field) => field.value).filter(Boolean);
    return typed.join(" ") || pressed(submitter);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // A browser that does not say which button was pressed sends the form by itself.
    if (!form.matches("[data-queued]") || !sender() || !("submitter" in event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (form.checkValidity()) take(form, event.submitter);
  }, true);

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function take(form, submitter) {
    /** @type {Record<string, Said | undefined>} */
    const values = Object.fromEntries(collected(form, submitter));
    if ("request_key" in values) values.request_key = newKey();
    const place = placeOf(form);
    const url = form.getAttribute("action") ?? "";
    const typed = [...form.querySelectorAll(TEXT)].map(({ id, value }) => ({ id, value })).filter(({ id, value }) => id && value);
    const chosen = [...form.querySelectorAll("select")].map(({ id, value }) => ({ id, value }));
    /** @type {Waiting} */
    const item = { id: newKey(), url, values, typed, chosen, place: place.id, name: nameOf(form, submitter) };
    if (!form.dispatchEvent(new CustomEvent("queue:taking", { bubbles: true, cancelable: true, detail: item }))) return;
    if ("typed" in item.values && refused.get(item.url) === item.values.typed) item.values.asked = item.values.typed;
    item.follows = waiting.some((one) => one.url === item.url);
    nameTheTable(item, submitter);
    settle(item);
    const isHeld = item.isOfNamed && returned.some(({ isOfNone }) => isOfNone);
    if (isHeld) returned.push(held(item));
    else {
      waiting.push(item);
      keep(item);
    }
    makeReadyAgain(form, submitter);
    mark();
    if (!isHeld) form.dispatchEvent(new CustomEvent("queue:taken", { bubbles: true }));
    letTheHeldGoOn();
    count();
    send();
    setTimeout(say, SAY_AFTER);
  }

  // Which table comes next is open after a line that was refused and names none: what is typed behind it without a number
  // is held until its owner has put that line right or let it go.
  /**
   * @param {Waiting} item
   * @returns {Returned}
   */
  function held(item) {
    const value = String(item.values.typed);
    const typed = item.typed.map(({ id }) => ({ id, value }));
    return { ...item, typed, name: value, row: item.place, isHeld: true, isNew: false, sentence: sender().dataset.held ?? "", status: 0 };
  }

  function holdWhatFollows() {
    const follows = waiting.filter(({ isOfNamed }) => isOfNamed);
    follows.forEach((item) => { waiting.splice(waiting.indexOf(item), 1); letGo(item); });
    returned.push(...follows.map(held));
  }

  function letTheHeldGoOn() {
    const form = document.getElementById("type-in");
    if (!(form instanceof HTMLFormElement) || [...waiting, ...returned].some(({ isOfNone }) => isOfNone)) return;
    const first = returned.find(({ isHeld }) => isHeld);
    if (!first) return;
    returned = returned.filter((item) => item !== first);
    const stood = first.typed.map(({ id }) => ({ id, value: fieldOf(id)?.value ?? "" }));
    first.typed.forEach(({ id, value }) => { write(id, value); });
    take(form, null);
    stood.forEach(({ id, value }) => { write(id, value); });
  }

  /**
   * A result is called by its table and its score.
   *
   * @param {Waiting} item
   * @param {HTMLElement | null} submitter
   */
  function nameTheTable(item, submitter) {
    const row = rowOf(item.url);
    item.row = row?.id || item.place;
    if (!row?.dataset.table) return;
    const typed = String(item.values.typed || "");
    const [, first, second] = /^(\d+)\D+(\d+)$|^(\d)(\d)$/.exec(typed)?.filter((part) => part !== undefined) || [];
    item.said = first ? `${first}:${second}` : typed || submitter?.textContent.trim();
    item.name = `${sender().dataset.shortForTable}${row.dataset.table} ${item.said}`;
  }

  /** @param {string} url */
  const formOf = (url) => document.querySelector(`.desk-row form[data-queued][action="${CSS.escape(url)}"]`);
  /** @param {string} url */
  const rowOf = (url) => formOf(url)?.closest(".desk-row");

  /** @param {string} id */
  const fieldOf = (id) => /** @type {Field | null} */ (document.getElementById(id));

  /**
   * What was refused of a table, or here, is put right by what is entered there now.
   *
   * @param {Waiting} entered
   */
  function settle({ place, row, url }) {
    const isPutRight = (/** @type {Returned} */ item) => (
      (rowOf(url) && item.row === row) || (item.place === place && item.typed.every(isStillThere))
    );
    const settled = returned.filter(isPutRight);
    settled.flatMap(({ typed }) => typed).filter(isStillThere).forEach(({ id }) => { write(id, ""); });
    returned = returned.filter((item) => !settled.includes(item));
  }

  /**
   * @param {string} id
   * @param {string} value
   */
  function write(id, value) {
    const field = fieldOf(id);
    if (field) field.value = value;
  }

  /**
   * A menu closes and shows, opened again, what is stored; a field that stands on the page waits for the next entry.
   *
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function makeReadyAgain(form, submitter) {
    const menu = (submitter || form).closest("details.more[open]");
    // What a page offers, as the amount that is open, it offers again until it knows better.
    if (menu || form.matches(".take")) form.reset();
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (!form.matches(".take")) form.querySelectorAll(TEXT).forEach((field) => { field.value = ""; });
  }

  /**
   * A form may say the same name twice, as a list of boxes to tick does.
   *
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function collected(form, submitter) {
    /** @type {Map<string, Said>} */
    const entries = new Map();
    const data = new FormData(form);
    if (submitter instanceof HTMLButtonElement && submitter.name) data.append(submitter.name, submitter.value);
    for (const [name, value] of data) {
      const before = entries.get(name);
      entries.set(name, before === undefined ? value : [before, value].flat());
    }
    return entries;
  }

  // The browser makes keys by itself only on pages that came encrypted.
  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function send() {
    if (isSending) return;
    isSending = true;
    while (waiting.length && !isOut) {
      const item = waiting[0];
      if (isAnsweredElsewhere(item)) {
        waiting.shift();
        count();
        say();
        continue;
      }
      if (item.follows) readAgain(item);
      try {
        await htmx.ajax("POST", item.url, { source: sender(), values: item.values, headers: { Word: item.id } });
      } catch {
        // Nobody answered: the item stays where it is.
      }
      isLost = waiting[0] === item;
      count();
      say();
      if (isLost && !isOut) await new Promise((resolve) => { setTimeout(resolve, RETRY_AFTER); });
    }
    isSending = false;
    if (isOut) return;
    document.dispatchEvent(new CustomEvent("queue:empty"));
    goBackOnceTheHandsRest();
  }

  /**
   * What the page showed when this was entered has since been changed by the entry before it.
   *
   * @param {Waiting} item
   */
  function readAgain(item) {
    for (const field of formOf(item.url)?.querySelectorAll("input[type=hidden]") || []) {
      if (field.name !== "request_key" && field.name in item.values) item.values[field.name] = field.value;
    }
    document.dispatchEvent(new CustomEvent("queue:again", { detail: item }));
  }

  /**
   * An answer of a proxy that found nobody behind it is none.
   *
   * @param {XMLHttpRequest} xhr
   */
  const isAnswer = ({ status }) => ![502, 503, 504].includes(status);
  /**
   * A token of a login that has ended is refused by a whole page, once: the next one is of this login.
   *
   * @param {XMLHttpRequest} xhr
   */
  const isOfAnotherLogin = (xhr) => xhr.status === 401 || (xhr.status === 403 && !isSentence(xhr) && !waiting[0]?.isRenewed);
  /** @param {XMLHttpRequest} xhr */
  const isSentence = (xhr) => xhr.status >= 400 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  /**
   * A question on the page has in it all that was sent, and waits there for its answer.
   *
   * @param {XMLHttpRequest} xhr
   */
  const isAskedAbout = (xhr) => xhr.getResponseHeader("Refusal") === "perhaps_known" && !isSentence(xhr);
  /** @param {Exchange} exchange */
  const isOwn = ({ requestConfig }) => requestConfig.elt === sender();

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!isOwn(event.detail)) return;
    const { xhr } = event.detail;
    if (!isAnswer(xhr)) return event.preventDefault();
    if (isOfAnotherLogin(xhr)) {
      waiting[0].isRenewed = true;
      waitForTheLogin();
      return event.preventDefault();
    }
    answered += 1;
    const item = waiting.shift();
    if (!item) return undefined;
    letGo(item);
    if (xhr.status < 400) {
      stored = item;
      return undefined;
    }
    refused.set(item.url, item.values.typed);
    if (!isAskedAbout(xhr)) {
      returned.push({ ...item, sentence: isSentence(xhr) ? xhr.responseText : "", status: xhr.status, isNew: true });
    }
    if (item.isOfNone) holdWhatFollows();
    const named = item.isOfNone ? item.named : "";
    const reason = xhr.getResponseHeader("Refusal");
    document.dispatchEvent(new CustomEvent("queue:refused", { detail: { url: item.url, reason, named } }));
    return undefined;
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (isOwn(detail) && isSentence(detail.xhr)) detail.shouldSwap = false;
    if (!isOwn(detail) && isOlder(detail)) detail.shouldSwap = false;
  });

  function wakeThePage() {
    const live = document.getElementById("live");
    if (live) htmx.trigger(live, "wake");
  }

  // What an answer wakes is the page, not the one who sends for it.
  document.addEventListener("wake", ({ target }) => {
    if (target === sender()) wakeThePage();
  });

  document.addEventListener("htmx:configRequest", ({ detail }) => { detail.answeredBefore = answered; });

  /**
   * News that were asked for before an entry was stored would take it off the page again.
   *
   * @param {Exchange} exchange
   */
  function isOlder({ requestConfig, xhr }) {
    const { verb, answeredBefore = answered } = requestConfig;
    const shown = parseInt(document.getElementById("version")?.value ?? "", 10);
    const brought = parseInt(/id="version" name="v" value="(\d+)/.exec(xhr.responseText)?.[1] ?? "", 10);
    return verb === "get" && answeredBefore < answered && brought < shown;
  }

  document.addEventListener("htmx:responseError", (event) => {
    if (isOwn(event.detail)) event.stopPropagation();
  }, true);

  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    const isRefused = isOwn(detail) && detail.xhr.status >= 400;
    if (stored) document.dispatchEvent(new CustomEvent("queue:stored", { detail: stored }));
    stored = null;
    mark();
    // What had entered before shows on the page with the news alone.
    if (isOwn(detail) && detail.xhr.status === 204) wakeThePage();
    if (!isRefused) return;
    if (isSentence(detail.xhr) && detail.xhr.status < 500) wakeThePage();
    goBackOnceTheHandsRest();
  });
  document.addEventListener("htmx:afterSwap", mark);

  // Where what was entered stands in the page: rows that wait are marked, what was refused stands in its field again.
  function mark() {
    if (!sender()) return;
    const places = new Set(waiting.map(({ row }) => row));
    document.querySelectorAll(".sending").forEach((place) => { place.classList.toggle("sending", places.has(place.id)); });
    places.forEach((place) => { document.getElementById(place ?? "")?.classList.add("sending"); });
    showWhatWaits();
    returned.filter(({ isNew }) => isNew).forEach(putBack);
    showWhatCameBack();
  }

  // A row that waits shows on its button what was entered there.
  function showWhatWaits() {
    const said = new Map(waiting.map((item) => [item.row, item.said]));
    document.querySelectorAll(".desk-row").forEach((row) => {
      row.querySelectorAll(".scores .btn").forEach((button) => {
        button.classList.toggle("said", button.textContent.trim() === said.get(row.id));
      });
    });
  }

  /** @param {Written} written */
  const isStillThere = ({ id, value }) => fieldOf(id)?.value === value;
  // What the page itself offers in a field, until somebody types there, is nothing that was typed.
  /** @param {Field} field */
  const offeredIn = (field) => (field instanceof HTMLInputElement ? field.offered : undefined);
  /** @param {Field} field */
  const wordsIn = (field) => (field.value === offeredIn(field) ? "" : field.value);
  /** @param {Written} written */
  const isFree = ({ id }) => fieldOf(id)?.value === "";
  /**
   * What was typed for the table that the field named goes back there only while it names that table: else the next
   * score would be typed for another one.
   *
   * @param {Returned} item
   */
  const mayGoBack = ({ isOfNamed, isOfNone, isHeld, row, typed }) => (
    (!isOfNamed || document.getElementById("named")?.dataset.row === row) && typed.every(isFree)
    && !isHeld && !(isOfNone && returned.some((item) => item.isHeld))
  );
  /** @param {Returned} item */
  const isInItsField = ({ place, typed }) => document.getElementById(place) !== null && typed.every(isStillThere);

  /**
   * A field that somebody is typing in blind is left alone between two keys.
   *
   * @param {Returned} item
   */
  function isUnderTheHands({ typed }) {
    const isThere = typed.some(({ id }) => document.activeElement?.id === id);
    return isThere && Date.now() - pressedAt < HANDS_REST_AFTER;
  }

  /** @param {Returned} item */
  function putBack(item) {
    if (isUnderTheHands(item) && item.typed.every(isFree)) return;
    if (mayGoBack(item)) fill(item);
    item.isNew = false;
  }

  /**
   * Whoever types on in that field replaces it.
   *
   * @param {Returned} item
   */
  function fill({ typed, chosen = [] }) {
    for (const { id, value } of [...chosen, ...typed]) write(id, value);
    for (const { id } of typed) if (document.activeElement?.id === id) selectAll(id);
  }

  /** @param {string} id */
  function selectAll(id) {
    const field = fieldOf(id);
    if (field && !(field instanceof HTMLSelectElement)) field.select();
  }

  // A sentence that stands already stays as it is, so that it is read out once.
  function showWhatCameBack() {
    const there = returned.filter((item) => isInItsField(item) && item.sentence);
    const lines = new Map(there.map((item) => [`refused-${item.place}`, item]));
    document.querySelectorAll(".refused").forEach((line) => { if (!lines.has(line.id)) line.remove(); });
    lines.forEach((item, id) => {
      const line = document.getElementById(id) || newSentence(item, id);
      if (line.textContent !== item.sentence) line.textContent = item.sentence;
      pointTo(line, item);
    });
    showTheList(returned.filter((item) => !isInItsField(item) && !item.isNew));
  }

  /**
   * @param {Returned} item
   * @param {string} id
   */
  function newSentence({ place, status }, id) {
    const line = document.createElement("p");
    line.id = id;
    line.className = status < 500 ? "problem under refused" : "problem under refused failure";
    line.setAttribute("role", "alert");
    document.getElementById(place)?.append(line);
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {Returned} item
   */
  function pointTo(line, { typed }) {
    const field = document.getElementById(typed[0]?.id ?? "");
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", line.id);
  }

  /**
   * Where the field is needed for something else, what was refused waits in a list, to be taken up again with a tap.
   *
   * @param {Returned[]} items
   */
  function showTheList(items) {
    const list = document.getElementById("returned");
    const names = items.map(({ place, name }) => `${place}/${name}`).join("\n");
    if (list.dataset.names === names) return;
    list.dataset.names = names;
    list.replaceChildren(...items.map(asALine));
  }

  /** @param {Returned} item */
  function asALine(item) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-side";
    button.textContent = item.name;
    button.addEventListener("click", () => takeUp(item));
    const sentence = document.createElement("span");
    sentence.className = "problem";
    sentence.textContent = item.sentence;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "btn-plain";
    drop.textContent = sender().dataset.drop ?? "";
    drop.addEventListener("click", () => forget(item));
    line.append(button, " ", sentence, " ", drop);
    return line;
  }

  /** @param {Returned} item */
  function forget(item) {
    returned = returned.filter((one) => one !== item);
    mark();
    letTheHeldGoOn();
  }

  /**
   * What stands in the field instead is not lost either: the two change places.
   *
   * @param {Returned} item
   */
  function takeUp(item) {
    const stood = item.typed.map(({ id }) => ({ id, value: fieldOf(id)?.value ?? "" })).filter(({ value }) => value);
    const instead = { ...item, chosen: [], typed: stood, name: stood.map(({ value }) => value).join(" "), sentence: "" };
    returned = returned.filter((one) => one !== item && !(stood.length && one.typed.every(isStillThere)));
    fill(item);
    returned.push(...[{ ...item, isTakenUp: true }, instead].filter(({ typed }) => typed.length));
    mark();
    select(item);
  }

  /** @param {Returned} item */
  function select({ typed, place }) {
    const id = typed[0]?.id ?? "";
    const inPlace = `#${CSS.escape(place)} summary, #${CSS.escape(place)}[tabindex]`;
    const field = document.getElementById(id) || document.querySelector(inPlace);
    const menu = field?.closest("details");
    menu?.setAttribute("open", "");
    menu?.parentElement?.closest("details.more")?.setAttribute("open", "");
    field?.focus();
    selectAll(id);
  }

  // What was refused while its field was needed for the next entry goes back there in the end.
  function fillWhatIsFree() {
    const item = returned.find((one) => one.typed.length && mayGoBack(one));
    if (item) fill(item);
  }

  /**
   * Whoever looks for the next slip would type it into the table that the cursor was led to meanwhile.
   *
   * @param {Returned} [item]
   */
  function isAtAnotherTable(item) {
    const row = document.activeElement?.closest(".desk-row");
    return Boolean(row && row.id !== item?.row);
  }

  // Who types on without looking is not led to another field between two keys.
  function goBackOnceTheHandsRest() {
    const rested = Date.now() - pressedAt;
    if (rested < HANDS_REST_AFTER) return void setTimeout(goBackOnceTheHandsRest, HANDS_REST_AFTER - rested);
    if (!waiting.length) fillWhatIsFree();
    mark();
    const item = returned.find(({ typed }) => typed.length && typed.every(isStillThere));
    const isItsField = item?.typed.some(({ id }) => id === document.activeElement?.id);
    const field = document.activeElement?.matches(TEXT) ? document.activeElement.closest(TEXT) : null;
    const isBusy = !isItsField && (isAtAnotherTable(item) || (field && wordsIn(field)));
    if (item && !isBusy && !waiting.length) select(item);
  }

  document.addEventListener("keydown", () => { pressedAt = Date.now(); }, true);
  // A field that is changed has its sentence no more.
  document.addEventListener("input", ({ target }) => {
    const old = returned.filter((item) => item.sentence && item.typed.some(({ id }) => id === target.id) && document.getElementById(`refused-${item.place}`));
    if (!old.length) return;
    // One field for many: who begins something else there has not answered, so what came back waits in the list.
    const isBegunAnew = target.value.length === 1 && !target.closest(".desk-row");
    returned = returned.filter((item) => !old.includes(item) || (isBegunAnew && !item.isTakenUp));
    target.removeAttribute("aria-invalid");
    target.removeAttribute("aria-describedby");
    mark();
  });

  function count() {
    sender().dataset.waiting = String(waiting.length);
  }

  function say() {
    const slow = waiting.length > 0;
    sender().hidden = !slow;
    sender().classList.toggle("lost", isLost);
    const names = waiting.map(({ name }) => name).filter(Boolean).join(" · ");
    const what = document.createElement("span");
    what.className = "what";
    what.textContent = `${isLost ? sender().dataset.lost : sender().dataset.sending} ${names}`;
    sender().replaceChildren(...(slow ? [what] : []), ...(slow && isLost ? [" ", dropButton()] : []));
  }

  // The page leaves its own room for the bar, and what the cursor stands in comes out from under it.
  function makeRoom() {
    document.documentElement.style.setProperty("--bar", `${sender().offsetHeight}px`);
    document.activeElement?.closest(".desk-row, .entry-row")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  function dropButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn-plain";
    button.textContent = sender().dataset.drop ?? "";
    button.addEventListener("click", dropWhatWaits);
    return button;
  }

  document.addEventListener("DOMContentLoaded", takeFromTheShelf);
  document.addEventListener("DOMContentLoaded", () => {
    if (!sender()) return;
    const observer = new ResizeObserver(makeRoom);
    // The notice of a silent computer comes and goes above the rows, and moves them.
    for (const bar of [sender(), ...document.querySelectorAll(".offline")]) observer.observe(bar);
  });
  window.addEventListener("beforeunload", (event) => {
    const asks = document.querySelector("#questions form") !== null;
    if (waiting.length || asks || returned.some(({ typed }) => typed.length)) event.preventDefault();
  });
})();
