// What is said on a player's page – a score, a confirmation, that one was a mistake – and a sign-up go through the outbox,
// which is shown on the page with what came back.
"use strict";

(() => {
  // In milliseconds.
  const SENDS_WITHIN = 10 * 60_000;
  const AT_ALL_WITHIN = 12 * 60 * 60_000;
  const SAY_AFTER = 700;
  const HANDS_TURN_WITHIN = 600;

  const box = document.getElementById("outbox");
  // The page of a link that has ended shows what was not received, and no more.
  const live = document.getElementById("live") ?? box;
  const outbox = openOutbox(box.dataset.of ?? "", {
    account: "", accountOn: () => "", sendsWithin: SENDS_WITHIN, shut: box.dataset.shut ?? "", asked: box.dataset.shut ?? "", gone: box.dataset.gone ?? "",
    valuesOf: ({ values }) => ({ ...values, v: document.getElementById("version")?.value ?? "" }), heard, draw, wake,
    rest: () => { if (leadsTo) location.assign(leadsTo); },
  });
  const { words, keep, letGo, isOlder } = outbox;
  // The page that an answer leads to, once all words have theirs.
  let leadsTo = "";

  function wake() {
    htmx.trigger(live, "wake");
  }

  // Saying.

  const TYPED = /** @type {const} */ ("input:not([type=hidden], [type=checkbox], [type=radio]), textarea");
  const OF_THE_PAGE = ["seen", "phone", "request_key", "secret"];
  /** @param {Values} values */
  const meaning = (values) => JSON.stringify(Object.entries(values).filter(([name]) => !OF_THE_PAGE.includes(name)));
  /** @param {Values} values @param {Said | undefined} seen */
  const see = (values, seen) => ("seen" in values ? { ...values, seen } : values);

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  function say(form, submitter) {
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    /** @type {Values} */
    const values = Object.fromEntries([...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "word"].includes(name)));
    if (button?.name) values[button.name] = button.value;
    const entered = [...form.querySelectorAll(TYPED)].map(({ value }) => value).filter(Boolean);
    const typed = entered.join(entered.every((text) => /^\d+$/.test(text)) ? ":" : ", ");
    const tapped = [...live.querySelectorAll("[data-tap]")].find(({ value }) => value === button?.value)?.dataset.tap;
    const says = tapped || typed || button?.textContent.trim() || "";
    add(form.getAttribute("action") || location.pathname, values, form.dataset.word ?? "", says);
  }

  /**
   * @param {string} to
   * @param {Values} values
   * @param {string} about
   * @param {string} says
   */
  function add(to, values, about, says) {
    const others = words().filter(({ about: same, isDiscarded }) => same === about && !isDiscarded);
    others.filter(({ refusal }) => refusal).forEach(letGo);
    const before = others.filter(({ refusal }) => !refusal).at(-1);
    if (before && meaning(before.values) === meaning(values)) return;
    // What has not left yet is not there to be corrected; what it went by still holds.
    if (before && !before.tries) letGo(before);
    const { seen } = before && !before.tries ? before.values : { seen: before?.values.result ?? values.seen };
    outbox.say({ to, values: { ...see(values, seen), phone: phoneName }, about, says });
    draw();
    setTimeout(draw, SAY_AFTER);
    outbox.send();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // A browser that does not say which button was pressed sends the form by itself.
    if (!form.matches("form[data-word]") || !("submitter" in event)) return;
    event.preventDefault();
    if (form.checkValidity()) say(form, event.submitter);
  }, true);

  /**
   * @param {Word} word
   * @param {Answer} answer
   */
  function heard(word, answer) {
    leadsTo = answer.headers.get("HX-Redirect") ?? leadsTo;
    if (answer.status >= 400) {
      wake();
      focus(document.getElementById("join-name") ?? box);
    } else if (answer.headers.get("HX-Refresh")) location.reload();
    else if (answer.text) show(answer.text, word);
    else wake();
  }

  /**
   * @param {string} html
   * @param {Word} word
   */
  function show(html, { about }) {
    const forms = () => [...live.querySelectorAll("form[data-word]")];
    for (const form of forms().filter(({ dataset }) => dataset.word === about)) {
      form.reset();
      [form.closest("details"), ...form.querySelectorAll("details")].forEach((fold) => { fold?.removeAttribute("open"); });
    }
    const known = new Set(forms().map(({ id }) => id));
    // What is given with it says whose way of swapping holds; without it the page would be replaced, not changed.
    htmx.swap(live, html, { swapStyle: "morph:innerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: live });
    focus(document.getElementById("report"));
    // What has come under the finger is not pressed by a tap that was meant for what stood there.
    const fresh = forms().filter(({ id }) => !known.has(id)).flatMap((form) => [...form.querySelectorAll("button")]);
    fresh.forEach((button) => { button.disabled = true; });
    setTimeout(() => fresh.forEach((button) => { button.disabled = false; }), HANDS_TURN_WITHIN);
  }

  /** @param {HTMLElement | null} place */
  const focus = (place) => place?.focus({ preventScroll: true });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { answeredBefore = outbox.answered() } = detail.requestConfig ?? {};
    if (answeredBefore < outbox.answered() && detail.target === live) detail.shouldSwap = false;
  });

  // Showing: a line for each word that has no answer, or a bad one.

  const template = box.querySelector("template");
  let drawn = "";
  /** @param {Word} word */
  const isUnknown = ({ refusal }) => refusal !== undefined && !refusal.sentence;

  function draw() {
    const isCut = outbox.isCut();
    const all = words().filter(({ isDiscarded }) => !isDiscarded);
    const said = new Set(all.filter(({ refusal }) => !refusal).map(({ values }) => values.result));
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
    const isCut = outbox.isCut();
    /** @type {(selector: ".cut" | ".later" | ".sending" | ".unknown" | ".refused" | ".again" | ".drop" | ".to-sheet", isShown: boolean) => HTMLElement} */
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
    // What waits for a score sheet stands and falls together.
    const together = word.before ? words().filter(({ about }) => about === word.about) : [word];
    place(".drop", Boolean(isCut || refusal)).addEventListener("click", () => together.forEach(outbox.discard));
    Object.assign(place(".to-sheet", Boolean(word.before)), { href: word.to });
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
    const { refusal, about, values } = word;
    if (!refusal || isOlder(word, AT_ALL_WITHIN)) return undefined;
    if (isUnknown(word)) return { ...word, refusal: undefined, at: Date.now(), until: 0 };
    const form = [...live.querySelectorAll("form[data-word]")].find((one) => one.dataset.word === about && one.querySelector("[name=seen]"));
    if (!form || !(refusal.instead || refusal.code === "reported_meanwhile")) return undefined;
    const seen = form.querySelector("[name=seen]").value;
    const instead = refusal.instead ? { match: form.querySelector("[name=match]").value, seen, result: refusal.instead } : see(values, seen);
    return { ...word, values: instead, refusal: undefined };
  }

  /**
   * @param {Word} word
   * @param {Word | undefined} other
   */
  function sayAgain(word, other) {
    if (!other) return;
    const { to, values, about, says } = other;
    if (!isUnknown(word)) return add(to, values, about, says);
    keep(other);
    draw();
    outbox.send();
  }

  document.addEventListener("htmx:afterSwap", draw);
})();
