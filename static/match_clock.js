// The match clock: two halves, each a button; everything follows from when a move began. At zero it says so, no more.
"use strict";

(() => {
  /**
   * @typedef {{ rule: string, reserve: number, delay: number }} Rules
   *
   * @typedef {object} State
   * @property {boolean} turned
   * @property {boolean} swapped
   * @property {boolean} isSilent
   * @property {number[]} reserves By side, as the points are.
   * @property {number[]} points
   * @property {number | null} turn Whose move it is; null between games.
   * @property {number} spent What the move took before it went on last.
   * @property {number | null} since When it went on; null while it stands.
   * @property {number} [games] How many the score sheet had, where there is one.
   */

  // In milliseconds, as all times here.
  const SECOND = 1000;
  const LAST_MINUTE = 60 * SECOND;
  const LOOK = 100;
  // More seconds of a delay share that many points.
  const MOST_POINTS = 24;
  const KEPT = "match-clock";

  const place = document.getElementById("match-clock");
  const halves = [...place.querySelectorAll(".half")];
  const pauseButton = place.querySelector(".pause");
  const menu = document.getElementById("clock-menu");
  const settings = document.getElementById("clock-settings");
  const correction = document.getElementById("clock-correction");
  const words = /** @type {Record<string, string>} */ (place.dataset);

  /** @type {Rules} */
  let clock = { rule: "", reserve: 0, delay: 0 };
  /** @type {string[]} */
  let names = [];
  let matchLength = 0;
  /** @type {State} */
  let state = {
    turned: false, swapped: false, isSilent: false, reserves: [0, 0], points: [0, 0], turn: null, spent: 0, since: null,
  };
  let phase = "";
  /** @type {AudioContext | null} */
  let sound = null;
  /** @type {WakeLockSentinel | null} */
  let awake = null;
  let asked = Promise.resolve();

  /**
   * The reserve of each when a match begins, or goes on after so many points.
   *
   * @param {Rules} rules
   * @param {number} length
   * @param {number} scored
   */
  function atStart({ rule, reserve }, length, scored) {
    const ofPoint = SECOND * Math.floor(reserve / 2 / SECOND);
    return rule === "delay" ? Math.max(0, reserve * length - ofPoint * scored) : reserve;
  }

  /**
   * What is left of a reserve after a move.
   *
   * @param {Rules} rules
   * @param {number} before
   * @param {number} took
   */
  function afterMove({ rule, reserve, delay }, before, took) {
    if (rule === "delay") return Math.max(0, before - Math.max(0, took - delay));
    const rest = Math.max(0, before - took);
    if (took > delay) return rest;
    return rule === "normal" ? reserve : Math.min(reserve, rest + delay);
  }

  /**
   * What the move has used of the reserve so far.
   *
   * @type {(rules: Rules, took: number) => number}
   */
  const used = ({ rule, delay }, took) => (rule === "delay" ? Math.max(0, took - delay) : took);

  const runs = () => state.since !== null;
  const took = () => state.spent + (state.since === null ? 0 : Math.max(0, Date.now() - state.since));
  /** @param {number} side */
  const moves = (side) => state.turn === side;
  /** @param {number} side */
  const left = (side) => Math.max(0, state.reserves[side] - (moves(side) ? used(clock, took()) : 0));
  /**
   * Whether nothing is left of the reserve if the move ends now.
   *
   * @param {number} side
   */
  const isOut = (side) => (moves(side) ? afterMove(clock, state.reserves[side], took()) : state.reserves[side]) === 0;
  /** @param {number} side */
  const nameOf = (side) => names[side] || halves[side].dataset.name || "";

  /** @param {number} time */
  function timeText(time) {
    const seconds = Math.ceil(time / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // Settings stand in the address; what none can be is left out.
  function readSettings() {
    const asked = new URLSearchParams(location.search);
    if (asked.has("reserve") && !asked.has("clock")) asked.set("clock", "free");
    for (const field of settings.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const said = field.name ? asked.get(field.name) : null;
      if (said === null) continue;
      const isChoice = field instanceof HTMLInputElement && field.type === "radio";
      if (isChoice) field.checked = field.checked || field.value === said;
      else field.value = said.slice(0, 100);
      const usual = field instanceof HTMLInputElement ? field.defaultValue : field.options[0].value;
      if (!field.checkValidity() || field.value === "") field.value = usual;
    }
    choose();
    setMatch();
  }

  const choose = () => { settings.querySelector(".own-values").disabled = settings.elements.clock.value !== "free"; };

  function setMatch() {
    const { rule, reserve, delay, first, second } = settings.elements;
    names = [first.value.trim(), second.value.trim()];
    matchLength = Number(settings.querySelector("[name=length]").value);
    const chosen = settings.querySelector("[name=clock]:checked").dataset;
    const values = chosen.rule ? chosen : { rule: rule.value, reserve: reserve.value, delay: delay.value };
    clock = {
      rule: values.rule ?? "", reserve: SECOND * Number(values.reserve), delay: SECOND * Number(values.delay),
    };
    const points = Math.min(MOST_POINTS, Number(values.delay));
    halves.forEach((half) => {
      const row = Array.from({ length: points }, () => document.createElement("i"));
      half.querySelector(".delay").replaceChildren(...row);
    });
  }

  /** @param {number[]} points */
  function beginMatch(points) {
    const reserve = atStart(clock, matchLength, points[0] + points[1]);
    state = { ...state, reserves: [reserve, reserve], points, turn: null, spent: 0, since: null };
    change();
  }

  function beginGame() {
    const reserves = [0, 1].map((side) => (clock.rule === "delay" ? left(side) : clock.reserve));
    state = { ...state, reserves, turn: null, spent: 0, since: null };
    change();
  }

  // What the score sheet says counts: its points are those of the clock, and a game that it ends is over here too.
  /** @param {SheetShown} shown */
  function hearSheet({ points, games, waits, problem, ends, wins }) {
    const isNew = state.games === undefined && state.turn === null;
    const isOver = state.games !== undefined && games > state.games;
    if (String(points) !== String(state.points) || games !== state.games) {
      state = { ...state, points, games };
      if (isNew) beginMatch(points);
      else if (isOver) beginGame();
      else change();
    }
    const sheet = menu.querySelector(".on-sheet");
    sheet.hidden = false;
    menu.querySelectorAll(".without-sheet").forEach((part) => { part.hidden = true; });
    menu.querySelectorAll(".scored-so-far").forEach((field) => { field.readOnly = true; });
    sheet.querySelector(".waits").hidden = !waits;
    write(sheet.querySelector(".problem"), problem);
    sheet.querySelector(".problem").hidden = !problem;
    const drawn = ends.map(({ code }) => code).join();
    if (sheet.dataset.drawn === drawn) return;
    sheet.dataset.drawn = drawn;
    sheet.querySelector(".ends").replaceChildren(...[0, 1, null].flatMap((side) => endsFor(side, ends, wins)));
    menu.querySelectorAll(".ends button")[0]?.setAttribute("autofocus", "");
  }

  /**
   * @param {number | null} side
   * @param {SheetShown["ends"]} ends
   * @param {string[]} wins
   */
  function endsFor(side, ends, wins) {
    const buttons = ends.filter((end) => end.side === side).map(({ code, label }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn-side";
      button.dataset.word = code;
      button.textContent = label;
      return button;
    });
    if (!buttons.length) return [];
    const group = document.createElement("fieldset");
    const title = document.createElement("legend");
    title.textContent = side === null ? "" : wins[side];
    group.append(...(side === null ? [] : [title]), ...buttons);
    return [group];
  }

  /** @param {number} side */
  function beginMove(side) {
    state = { ...state, turn: side, spent: 0, since: Date.now() };
    phase = phaseNow();
    say(phase === "over" ? words.saidOver : words.turn, side);
    change();
  }

  /** @param {number} side */
  function handOver(side) {
    state.reserves[side] = afterMove(clock, state.reserves[side], took());
    beginMove(1 - side);
  }

  /**
   * Before the first move the tap gives the other side the first.
   *
   * @param {number} side
   */
  function press(side) {
    wakeSound();
    if (state.turn === null) beginMove(1 - side);
    else if (runs() && moves(side)) handOver(side);
  }

  function pause() {
    if (state.turn === null) return;
    wakeSound();
    state = runs() ? { ...state, spent: took(), since: null } : { ...state, since: Date.now() };
    change();
  }

  // A reload, or a look at another page, loses nothing.
  function change() {
    keepAwake();
    show();
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ search: location.search + location.hash, state }));
    } catch { /* A browser that keeps nothing still runs the clock. */ }
  }

  /** @returns {State | null} */
  function readKept() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
      return kept?.search === location.search + location.hash ? kept.state : null;
    } catch {
      return null;
    }
  }

  function phaseNow() {
    if (state.turn === null) return "";
    if (isOut(state.turn)) return "over";
    return took() < clock.delay ? "delay" : "reserve";
  }

  function show() {
    const now = phaseNow();
    if (runs() && now !== phase) {
      if (now === "over" && state.turn !== null) say(words.saidOver, state.turn);
      ring(now === "over" ? [0, 0.5, 1] : [0]);
    }
    phase = now;
    halves.forEach(showHalf);
    place.classList.toggle("turned", state.turned);
    place.classList.toggle("swapped", state.swapped);
    place.classList.toggle("stands", !runs());
    place.querySelector(".turn").setAttribute("aria-pressed", String(state.turned));
    menu.querySelector(".sound").setAttribute("aria-pressed", String(!state.isSilent));
    pauseButton.disabled = state.turn === null;
    pauseButton.setAttribute("aria-label", runs() || state.turn === null ? words.pause : words.goOn);
  }

  // How high a digit is, as a part of its letters: not the same in every font.
  function measureDigits() {
    const { fontWeight, fontFamily } = getComputedStyle(place.querySelector(".reserve"));
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.font = `${fontWeight} 1000px ${fontFamily}`;
    place.style.setProperty("--digit", String(pen.measureText("1").actualBoundingBoxAscent / 1000));
  }

  /**
   * Only what has changed is written, so that nothing read aloud begins anew.
   *
   * @param {HTMLElement} part
   * @param {string} text
   */
  function write(part, text) {
    if (part.textContent !== text) part.textContent = text;
  }

  /**
   * @param {HTMLElement} half
   * @param {number} side
   */
  function showHalf(half, side) {
    const time = left(side);
    half.classList.toggle("on", moves(side));
    half.classList.toggle("short", time < LAST_MINUTE);
    half.classList.toggle("out", isOut(side));
    half.dataset.letters = String(timeText(time).length);
    write(half.querySelector(".name"), nameOf(side));
    half.querySelector(".you").hidden = settings.elements.you.value !== String(side);
    write(half.querySelector(".scored"), String(state.points[side]));
    write(half.querySelector(".to"), `/${matchLength}`);
    write(half.querySelector(".reserve"), timeText(time));
    write(half.querySelector(".what"), moves(side) && runs() ? words.ends : "");
    const rest = moves(side) ? Math.max(0, clock.delay - took()) : clock.delay;
    showWords(half.querySelector(".words"), wordsFor(side), Math.ceil(rest / SECOND));
    const points = [...half.querySelectorAll(".delay i")];
    const lit = clock.delay ? Math.ceil((rest / clock.delay) * points.length) : 0;
    points.forEach((point, at) => { point.classList.toggle("lit", moves(side) && at < lit); });
  }

  /** @param {number} side */
  function wordsFor(side) {
    if (isOut(side)) return words.over;
    if (state.turn === null) return words.begins;
    if (!moves(side)) return words.waits;
    if (!runs()) return words.stands;
    if (took() >= clock.delay) return words.runs;
    if (clock.rule === "delay") return words.leftDelay;
    return clock.rule === "blitz" ? words.leftBlitz : words.leftNormal;
  }

  /**
   * @param {HTMLElement} part
   * @param {string} sentence
   * @param {number} seconds
   */
  function showWords(part, sentence, seconds) {
    const text = sentence.replace("{seconds}", String(seconds));
    if (part.textContent === text) return;
    const [before, after] = sentence.split("{seconds}");
    const number = document.createElement("b");
    number.textContent = String(seconds);
    part.replaceChildren(before, ...(after === undefined ? [] : [number, after]));
  }

  /**
   * @param {string} sentence
   * @param {number} side
   */
  function say(sentence, side) {
    const text = sentence.replace("{name}", nameOf(side)).replace("{time}", timeText(left(side)));
    document.getElementById("clock-said").textContent = text;
  }

  // Browsers let a page sound only once it has been tapped; a call or a sleep stops it until it is woken.
  function wakeSound() {
    if (!sound && window.AudioContext) sound = new AudioContext();
    if (sound && sound.state !== "running") sound.resume().catch(() => {});
  }

  /** @param {number[]} beeps When, in seconds. */
  function ring(beeps) {
    if (!sound || state.isSilent) return;
    wakeSound();
    for (const after of beeps) {
      const tone = sound.createOscillator();
      tone.frequency.value = beeps.length > 1 ? 660 : 880;
      tone.connect(sound.destination);
      tone.start(sound.currentTime + after);
      tone.stop(sound.currentTime + after + (beeps.length > 1 ? 0.35 : 0.12));
    }
  }

  // One question after the other: what is granted twice would be given back once.
  const keepAwake = () => { asked = asked.then(holdAwake); };

  // The browser takes it back whenever the page is hidden.
  async function holdAwake() {
    if (!navigator.wakeLock || document.hidden) return;
    try {
      if (runs() && (!awake || awake.released)) awake = await navigator.wakeLock.request("screen");
      if (!runs() && awake) await awake.release();
    } catch { /* With an empty battery the browser refuses; the clock stays exact. */ }
  }

  function openMenu() {
    if (runs()) pause();
    correction.hidden = false;
    menu.querySelectorAll(".of").forEach((part, side) => { part.textContent = nameOf(side); });
    const [reserves, points] = correctedFields();
    reserves.forEach((field, side) => { field.value = field.defaultValue = timeText(left(side)); });
    points.forEach((field, side) => { field.value = String(state.points[side]); });
    menu.showModal();
  }

  const correctedFields = () => [
    [...correction.querySelectorAll(".reserve-left")], [...correction.querySelectorAll(".scored-so-far")],
  ];

  function correct() {
    const [reserves, points] = correctedFields();
    reserves.forEach((field, side) => {
      if (field.value === field.defaultValue) return;
      const [minutes, seconds] = field.value.trim().split(":").map(Number);
      const wanted = SECOND * (60 * minutes + (seconds || 0));
      state.reserves[side] = wanted + (moves(side) ? used(clock, took()) : 0);
    });
    state.points = points.map((field, side) => (field.readOnly ? state.points[side] : Number(field.value)));
    change();
  }

  function keepSettings() {
    const said = [...new FormData(settings)].map(([name, value]) => [name, String(value)]);
    history.replaceState(null, "", `?${new URLSearchParams(said)}${location.hash}`);
    lendAddress();
  }

  function lendAddress() {
    menu.querySelectorAll("[hreflang]").forEach((link) => {
      link.search = location.search;
      link.hash = location.hash;
    });
  }

  // A thumb counts when it comes down, also while another one rests on the other half; a key makes a click alone.
  halves.forEach((half, side) => {
    half.addEventListener("pointerdown", ({ button }) => { if (button === 0) press(side); });
    half.addEventListener("click", ({ detail }) => { if (detail === 0) press(side); });
  });
  pauseButton.addEventListener("click", pause);
  place.querySelector(".menu").addEventListener("click", openMenu);
  place.querySelector(".turn").addEventListener("click", () => { state.turned = !state.turned; change(); });
  menu.querySelector(".swap").addEventListener("click", () => { state.swapped = !state.swapped; change(); });
  menu.querySelector(".sound").addEventListener("click", () => { state.isSilent = !state.isSilent; change(); });
  menu.querySelector(".new-game").addEventListener("click", () => {
    if (!correction.reportValidity()) return;
    correct();
    beginGame();
    menu.close();
  });
  menu.querySelector(".ends").addEventListener("click", ({ target }) => {
    const word = target instanceof HTMLElement && target.dataset.word;
    if (!word) return;
    ClockSheet.say(word);
    menu.close();
  });
  menu.querySelector(".back").addEventListener("click", () => menu.close());
  correction.addEventListener("submit", correct);
  settings.addEventListener("change", choose);
  settings.addEventListener("submit", (event) => {
    event.preventDefault();
    setMatch();
    keepSettings();
    beginMatch(state.points);
    menu.close();
  });

  // For a moment the button that closed the menu is still the one that keys are for.
  /** @param {EventsOfThePage["keydown"]} event */
  const isForTheClock = ({ target }) => !menu.open && (target === document.body || target.closest(".half, #clock-menu"));
  document.addEventListener("keydown", (event) => {
    if (menu.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "p" && !event.repeat) pause();
    if (event.key !== " " || !isForTheClock(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    wakeSound();
    press(state.turn ?? 1);
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && isForTheClock(event)) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) change(); });

  readSettings();
  lendAddress();
  measureDigits();
  menu.querySelector(".screen-sleeps").hidden = Boolean(navigator.wakeLock);
  place.hidden = false;
  const kept = readKept();
  if (kept) {
    state = kept;
    change();
  } else beginMatch([0, 0]);
  setInterval(show, LOOK);
  // Behind the mark, where it is told to nobody: whoever has the address may write on the sheet.
  const sheetAddress = decodeURIComponent(location.hash.slice(1));
  if (sheetAddress.startsWith("/")) {
    menu.querySelector(".to-sheet").href = sheetAddress;
    ClockSheet.follow(sheetAddress, hearSheet);
  }
  if (!kept && !/[?&](clock|reserve)=/.test(location.search)) menu.showModal();
})();
