// At the desk nobody waits for the network: a form marked `data-queued` is taken as soon as it is sent, its fields are
// free again at once, and what it said goes out in order, one after the other, until each has its answer.
"use strict";

(() => {
  const HANDS_REST_AFTER = 600;
  const SAY_AFTER = 700;
  // What was said longer ago is not entered any more.
  const SENDS_WITHIN = 12 * 60 * 60_000;
  const TEXT = /** @type {const} */ ("input:not([type=hidden], [type=checkbox], [type=radio]), textarea");

  const bar = document.getElementById("queue");
  if (!bar) {
    // A page without a desk waits for nobody: whoever is logged out there finds the way back on the page itself.
    document.addEventListener("htmx:responseError", ({ detail }) => { if (detail.xhr.status === 401) location.reload(); }, true);
    return;
  }
  const sender = bar;

  const outbox = openOutbox(`${sender.dataset.account}/${sender.dataset.tournament}`, {
    account: sender.dataset.account ?? "",
    accountOn: (page) => page.getElementById("queue")?.dataset.account ?? "",
    sendsWithin: SENDS_WITHIN,
    shut: sender.dataset.shut ?? "",
    gone: sender.dataset.gone ?? "",
    asked: sender.dataset.asked ?? "",
    sends: isOurs,
    valuesOf: ({ values }) => values,
    carry,
    heard,
    draw,
    rest: goBackOnceTheHandsRest,
    wake: wakeThePage,
  });

  /**
   * What was said on a score sheet is shown and sent by the page of that sheet, while it is open.
   *
   * @param {Word} word
   */
  function isOurs({ to, before }) {
    return !before || to !== location.pathname;
  }

  /** @param {DeskWord} word */
  const isBack = ({ refusal, isHeld }) => Boolean(refusal || isHeld);
  const words = () => /** @type {DeskWord[]} */ (outbox.words().filter(isOurs));
  // What waits, the one that is under way first.
  const waiting = () => words().filter((word) => !isBack(word));
  // What was refused, or is held behind that, until it is put right or let go; and what had to make way for it in its
  // field, which nobody has said yet.
  /** @type {DeskWord[]} */
  let aside = [];
  const returned = () => [...words().filter(isBack), ...aside];
  // What was last refused of each address: who types the same once more means it.
  /** @type {Map<string, Said | undefined>} */
  const refused = new Map();
  // By key: what has come back while this page was open, what of it has not been put into its field yet, and what was
  // taken up from the list.
  const [heardHere, isNew, isTakenUp] = [0, 1, 2].map(() => /** @type {Set<string>} */ (new Set()));
  /** @type {DeskWord | null} */
  let underWay = null;
  /** @type {Answer | null} */
  let answer = null;
  /** @type {DeskWord | null} */
  let stored = null;
  let pressedAt = 0;

  document.addEventListener("htmx:responseError", ({ detail }) => { if (detail.xhr.status === 401) outbox.waitForLogin(); }, true);

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
    if (!form.matches("[data-queued]") || !("submitter" in event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (form.checkValidity()) take(form, event.submitter);
  }, true);

  // A name or a token of the page is none of the word: it has its own, and is sent by whoever is logged in then.
  const OF_THE_PAGE = ["csrfmiddlewaretoken", "request_key", "word"];

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function take(form, submitter) {
    /** @type {Record<string, Said | undefined>} */
    const values = Object.fromEntries([...collected(form, submitter)].filter(([name]) => !OF_THE_PAGE.includes(name)));
    const place = placeOf(form);
    const to = form.getAttribute("action") ?? "";
    const typed = [...form.querySelectorAll(TEXT)].map(({ id, value }) => ({ id, value })).filter(({ id, value }) => id && value);
    const chosen = [...form.querySelectorAll("select")].map(({ id, value }) => ({ id, value }));
    /** @type {SaidAtDesk} */
    const said = { to, values, about: "", typed, chosen, place: place.id, says: nameOf(form, submitter), page: location.pathname };
    if (!form.dispatchEvent(new CustomEvent("queue:taking", { bubbles: true, cancelable: true, detail: said }))) return;
    if ("typed" in said.values && refused.get(said.to) === said.values.typed) said.values.asked = said.values.typed;
    said.follows = waiting().some((one) => one.to === said.to);
    nameTheTable(said, submitter);
    settle(said);
    const isHeld = said.isOfNamed && returned().some(blocks);
    outbox.say(isHeld ? held(said) : said);
    makeReadyAgain(form, submitter);
    mark();
    if (!isHeld) form.dispatchEvent(new CustomEvent("queue:taken", { bubbles: true }));
    letTheHeldGoOn();
    count();
    outbox.send();
    setTimeout(say, SAY_AFTER);
  }

  // Which table comes next is open after a line that was refused and names none: what is typed behind it without a number
  // is held until its owner has put that line right or let it go.
  /** @param {SaidAtDesk} word */
  const isHere = ({ page }) => page === location.pathname;
  /** @param {DeskWord} word */
  const blocks = (word) => Boolean(word.isOfNone) && isHere(word);

  /**
   * @template {SaidAtDesk} Word
   * @param {Word} word
   * @returns {Word}
   */
  function held(word) {
    const value = String(word.values.typed);
    return { ...word, typed: word.typed.map(({ id }) => ({ id, value })), says: value, row: word.place, isHeld: true };
  }

  function holdWhatFollows() {
    waiting().filter((word) => word.isOfNamed && !word.tries && isHere(word)).forEach((word) => { outbox.keep(held(word)); });
  }

  function letTheHeldGoOn() {
    const form = document.getElementById("type-in");
    if (!(form instanceof HTMLFormElement) || words().some(blocks)) return;
    const first = returned().find((word) => word.isHeld && isHere(word));
    if (!first) return;
    outbox.letGo(first);
    const stood = first.typed.map(({ id }) => ({ id, value: fieldOf(id)?.value ?? "" }));
    first.typed.forEach(({ id, value }) => { write(id, value); });
    take(form, null);
    stood.forEach(({ id, value }) => { write(id, value); });
  }

  /**
   * A result is called by its table and its score.
   *
   * @param {SaidAtDesk} item
   * @param {HTMLElement | null} submitter
   */
  function nameTheTable(item, submitter) {
    const row = rowOf(item.to);
    item.row = row?.id || item.place;
    if (!row?.dataset.table) return;
    const typed = String(item.values.typed || "");
    const [, first, second] = /^(\d+)\D+(\d+)$|^(\d)(\d)$/.exec(typed)?.filter((part) => part !== undefined) || [];
    item.said = first ? `${first}:${second}` : typed || submitter?.textContent.trim();
    item.says = `${sender.dataset.shortForTable}${row.dataset.table} ${item.said}`;
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
   * @param {SaidAtDesk} entered
   */
  function settle({ place, row, to }) {
    const isPutRight = (/** @type {DeskWord} */ item) => (
      (rowOf(to) && item.row === row) || (item.place === place && item.typed.every(isStillThere))
    );
    const settled = returned().filter(isPutRight);
    settled.flatMap(({ typed }) => typed).filter(isStillThere).forEach(({ id }) => { write(id, ""); });
    settled.forEach(remove);
  }

  /** @param {DeskWord} item */
  function remove(item) {
    aside = aside.filter((one) => one !== item);
    outbox.letGo(item);
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

  /**
   * What this page has said goes out by htmx, which shows the answer; what another one has said, without that.
   *
   * @param {Word} word
   */
  async function carry(word) {
    const said = /** @type {DeskWord} */ (word);
    if (!isHere(said) || !document.getElementById("live")) return undefined;
    underWay = said;
    answer = null;
    const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const values = { ...(said.follows ? readAgain(said) : said.values), csrfmiddlewaretoken };
    try {
      await htmx.ajax("POST", said.to, { source: sender, values, headers: { Word: said.id } });
    } catch {
      // Nobody answered: the word stays where it is.
    }
    return answer;
  }

  /**
   * @param {Word} _word
   * @param {Answer} heardOf
   */
  function heard(_word, { headers }) {
    const place = headers.get("HX-Redirect");
    if (place) location.assign(place);
    else wakeThePage();
  }

  /**
   * What the page showed when this was entered has since been changed by the entry before it.
   *
   * @param {DeskWord} item
   */
  function readAgain(item) {
    const values = { ...item.values };
    for (const field of formOf(item.to)?.querySelectorAll("input[type=hidden]") || []) {
      if (field.name in values) values[field.name] = field.value;
    }
    document.dispatchEvent(new CustomEvent("queue:again", { detail: { ...item, values } }));
    return values;
  }

  /** @param {XMLHttpRequest} xhr */
  const isSentence = (xhr) => xhr.status >= 400 && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  /** @param {Exchange} exchange */
  const isOwn = ({ requestConfig }) => requestConfig.elt === sender;

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!isOwn(event.detail) || !underWay) return;
    const { xhr } = event.detail;
    // An answer of a proxy that found nobody behind it is none.
    if ([502, 503, 504].includes(xhr.status)) return event.preventDefault();
    answer = { status: xhr.status, headers: { get: (name) => xhr.getResponseHeader(name) }, text: xhr.responseText };
    const item = underWay;
    if (!outbox.hear(item, answer)) return event.preventDefault();
    if (xhr.status < 400) {
      stored = item;
      return undefined;
    }
    refused.set(item.to, item.values.typed);
    heardHere.add(item.key);
    isNew.add(item.key);
    // A question on the page has in it all that was sent, and waits there for its answer.
    if (!isSentence(xhr) && xhr.status === 422) outbox.letGo(item);
    if (item.isOfNone) holdWhatFollows();
    const named = item.isOfNone ? item.named : "";
    const reason = xhr.getResponseHeader("Refusal");
    document.dispatchEvent(new CustomEvent("queue:refused", { detail: { to: item.to, reason, named } }));
    return undefined;
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (isOwn(detail) && isSentence(detail.xhr)) detail.shouldSwap = false;
    if (!isOwn(detail) && isOlder(detail)) detail.shouldSwap = false;
  });

  function wakeThePage() {
    // Who has no access any more sees a page that does not renew itself.
    if (document.getElementById("live")) htmx.trigger("#live", "wake");
    else draw();
  }

  // What an answer wakes is the page, not the one who sends for it.
  document.addEventListener("wake", ({ target }) => {
    if (target === sender) wakeThePage();
  });

  /**
   * News that were asked for before an entry was stored would take it off the page again.
   *
   * @param {Exchange} exchange
   */
  function isOlder({ requestConfig, xhr }) {
    const { verb, answeredBefore = outbox.answered() } = requestConfig;
    const shown = parseInt(document.getElementById("version")?.value ?? "", 10);
    const brought = parseInt(/id="version" name="v" value="(\d+)/.exec(xhr.responseText)?.[1] ?? "", 10);
    return verb === "get" && answeredBefore < outbox.answered() && brought < shown;
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

  function draw() {
    mark();
    count();
    say();
  }

  // Where what was entered stands in the page: rows that wait are marked, what was refused stands in its field again.
  function mark() {
    const waits = waiting().filter(({ isDiscarded }) => !isDiscarded);
    const places = new Set(waits.map(({ row }) => row));
    document.querySelectorAll(".sending").forEach((place) => { place.classList.toggle("sending", places.has(place.id)); });
    places.forEach((place) => { document.getElementById(place ?? "")?.classList.add("sending"); });
    showWhatWaits(waits);
    returned().filter(({ key }) => isNew.has(key)).forEach(putBack);
    showWhatCameBack();
  }

  /**
   * A row that waits shows on its button what was entered there.
   *
   * @param {DeskWord[]} waits
   */
  function showWhatWaits(waits) {
    const said = new Map(waits.map((item) => [item.row, item.said]));
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
   * @param {DeskWord} item
   */
  const mayGoBack = ({ page, isOfNamed, isOfNone, isHeld, row, typed }) => (
    page === location.pathname && (!isOfNamed || document.getElementById("named")?.dataset.row === row) && typed.every(isFree)
    && !isHeld && !(isOfNone && words().some((item) => item.isHeld))
  );
  /** @param {DeskWord} item */
  const isInItsField = ({ place, typed, key }) => (
    document.getElementById(place) !== null && (typed.length ? typed.every(isStillThere) : heardHere.has(key))
  );
  /** @param {DeskWord} item */
  const sentenceOf = ({ isHeld, refusal }) => (isHeld ? sender.dataset.held : refusal && (refusal.sentence || sender.dataset.unknown)) ?? "";

  /**
   * A field that somebody is typing in blind is left alone between two keys.
   *
   * @param {DeskWord} item
   */
  function isUnderTheHands({ typed }) {
    const isThere = typed.some(({ id }) => document.activeElement?.id === id);
    return isThere && Date.now() - pressedAt < HANDS_REST_AFTER;
  }

  /** @param {DeskWord} item */
  function putBack(item) {
    if (isUnderTheHands(item) && item.typed.every(isFree)) return;
    if (mayGoBack(item)) fill(item);
    isNew.delete(item.key);
  }

  /**
   * Whoever types on in that field replaces it.
   *
   * @param {DeskWord} item
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
    const all = returned();
    const there = all.filter((item) => isInItsField(item) && sentenceOf(item));
    const lines = new Map(there.map((item) => [`refused-${item.place}`, item]));
    document.querySelectorAll(".refused").forEach((line) => { if (!lines.has(line.id)) line.remove(); });
    lines.forEach((item, id) => {
      const line = document.getElementById(id) || newSentence(item, id);
      if (line.textContent !== sentenceOf(item)) line.textContent = sentenceOf(item);
      pointTo(line, item);
    });
    showTheList(all.filter((item) => !isInItsField(item) && !isNew.has(item.key)));
  }

  /**
   * @param {DeskWord} item
   * @param {string} id
   */
  function newSentence({ place, refusal }, id) {
    const line = document.createElement("p");
    line.id = id;
    line.className = refusal?.isFailure ? "problem under refused failure" : "problem under refused";
    line.setAttribute("role", "alert");
    document.getElementById(place)?.append(line);
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {DeskWord} item
   */
  function pointTo(line, { typed }) {
    const field = document.getElementById(typed[0]?.id ?? "");
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", line.id);
  }

  /**
   * Where the field is needed for something else, what was refused waits in a list, to be taken up again with a tap.
   *
   * @param {DeskWord[]} items
   */
  function showTheList(items) {
    const list = document.getElementById("returned");
    const names = items.map((item) => `${item.place}/${item.says}/${sentenceOf(item)}`).join("\n");
    if (list.dataset.names === names) return;
    list.dataset.names = names;
    list.replaceChildren(...items.map(asALine));
  }

  /** @param {DeskWord} item */
  function asALine(item) {
    const line = document.createElement("li");
    const sentence = document.createElement("span");
    sentence.className = "problem";
    sentence.textContent = sentenceOf(item);
    const isOver = !aside.includes(item) && outbox.isOlder(item, SENDS_WITHIN);
    const says = isOver ? item.says : button("btn btn-side", item.says, () => takeUp(item));
    line.append(says, " ", sentence, " ", button("btn-plain", sender.dataset.drop, () => forget(item)));
    return line;
  }

  /**
   * @param {string} look
   * @param {string | undefined} label
   * @param {() => void} press
   */
  function button(look, label, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = look;
    made.textContent = label ?? "";
    made.addEventListener("click", press);
    return made;
  }

  /** @param {DeskWord} item */
  function forget(item) {
    if (aside.includes(item)) remove(item);
    else outbox.discard(item);
    mark();
    letTheHeldGoOn();
  }

  /**
   * What stands in the field instead is not lost either: the two change places. What was said on another page is put
   * right there.
   *
   * @param {DeskWord} item
   */
  function takeUp(item) {
    if (!isHere(item)) return location.assign(item.page);
    const stood = item.typed.map(({ id }) => ({ id, value: fieldOf(id)?.value ?? "" })).filter(({ value }) => value);
    const instead = { ...item, key: "", chosen: [], typed: stood, says: stood.map(({ value }) => value).join(" "), refusal: undefined, isHeld: false };
    const isWordOfItsOwn = returned().some((one) => one.key && one !== item && one.typed.length && one.typed.every(isStillThere));
    aside = aside.filter((one) => one !== item && !(stood.length && one.typed.every(isStillThere)));
    fill(item);
    isTakenUp.add(item.key);
    if (!item.key) aside.push(item);
    if (stood.length && !isWordOfItsOwn) aside.push(instead);
    mark();
    return select(item);
  }

  /** @param {DeskWord} item */
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
    const item = returned().find((one) => one.typed.length && mayGoBack(one));
    if (item) fill(item);
  }

  /**
   * Whoever looks for the next slip would type it into the table that the cursor was led to meanwhile.
   *
   * @param {DeskWord} [item]
   */
  function isAtAnotherTable(item) {
    const row = document.activeElement?.closest(".desk-row");
    return Boolean(row && row.id !== item?.row);
  }

  // Who types on without looking is not led to another field between two keys.
  function goBackOnceTheHandsRest() {
    const rested = Date.now() - pressedAt;
    if (rested < HANDS_REST_AFTER) return void setTimeout(goBackOnceTheHandsRest, HANDS_REST_AFTER - rested);
    const isAllAnswered = !waiting().length;
    if (isAllAnswered) fillWhatIsFree();
    mark();
    const item = returned().find(({ typed }) => typed.length && typed.every(isStillThere));
    const isItsField = item?.typed.some(({ id }) => id === document.activeElement?.id);
    const field = document.activeElement?.matches(TEXT) ? document.activeElement.closest(TEXT) : null;
    const isBusy = !isItsField && (isAtAnotherTable(item) || (field && wordsIn(field)));
    if (item && !isBusy && isAllAnswered) select(item);
  }

  document.addEventListener("keydown", () => { pressedAt = Date.now(); }, true);
  // A field that is changed has its sentence no more.
  document.addEventListener("input", ({ target }) => {
    const old = returned().filter((item) => sentenceOf(item) && item.typed.some(({ id }) => id === target.id) && document.getElementById(`refused-${item.place}`));
    if (!old.length) return;
    // One field for many: who begins something else there has not answered, so what came back waits in the list.
    const isBegunAnew = target.value.length === 1 && !target.closest(".desk-row");
    old.filter(({ key }) => !isBegunAnew || isTakenUp.has(key)).forEach(remove);
    target.removeAttribute("aria-invalid");
    target.removeAttribute("aria-describedby");
    mark();
  });

  function count() {
    sender.dataset.waiting = String(waiting().length);
  }

  function say() {
    const waits = waiting();
    const isLost = outbox.isCut() || outbox.isOut();
    sender.hidden = !waits.length;
    sender.classList.toggle("lost", isLost);
    const said = namesOf(waits.filter(({ isDiscarded }) => !isDiscarded), isLost ? sender.dataset.lost : sender.dataset.sending);
    const what = document.createElement("span");
    what.className = "what";
    what.textContent = [said, namesOf(waits.filter(({ isDiscarded }) => isDiscarded), sender.dataset.discarding)].filter(Boolean).join(" ");
    const drop = button("btn-plain", sender.dataset.drop, () => { waiting().forEach(outbox.discard); });
    sender.replaceChildren(...(waits.length ? [what] : []), ...(said && isLost ? [" ", drop] : []));
    const loggedOut = document.getElementById("logged-out");
    loggedOut.hidden = !outbox.isOut();
    loggedOut.querySelector(".somebody-else").hidden = !outbox.isSomebodyElse();
  }

  /**
   * @param {DeskWord[]} some
   * @param {string | undefined} what
   */
  const namesOf = (some, what) => (some.length ? `${what} ${some.map(({ says }) => says).filter(Boolean).join(" · ")}` : "");

  // The page leaves its own room for the bar, and what the cursor stands in comes out from under it.
  function makeRoom() {
    document.documentElement.style.setProperty("--bar", `${sender.offsetHeight}px`);
    document.activeElement?.closest(".desk-row, .entry-row")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  document.addEventListener("DOMContentLoaded", () => {
    draw();
    outbox.send();
    const observer = new ResizeObserver(makeRoom);
    // The notice of a silent computer comes and goes above the rows, and moves them.
    for (const one of [sender, ...document.querySelectorAll(".offline")]) observer.observe(one);
  });
  window.addEventListener("beforeunload", (event) => {
    const asks = document.querySelector("#questions form") !== null;
    if (waiting().length || asks || aside.length) event.preventDefault();
  });
})();
