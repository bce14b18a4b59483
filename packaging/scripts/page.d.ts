// What the scripts may rely on: the elements that the templates promise, the events that reach the document, and what
// the libraries bring along.

/** By its id, what stands in a page; with null what not every page of the script has, or not always. */
interface ElementById {
  "clock-correction": HTMLFormElement;
  "clock-menu": HTMLDialogElement;
  "clock-said": HTMLElement;
  "clock-settings": ClockSettings;
  content: HTMLElement;
  "course-choice": HTMLSelectElement | null;
  "description-new": HTMLElement;
  different: HTMLButtonElement | null;
  id_preset: HTMLSelectElement | null;
  id_preset_helptext: HTMLElement;
  id_ranking: HTMLSelectElement | null;
  "join-name": HTMLInputElement | null;
  "kept-view": HTMLElement;
  "known-players": HTMLElement;
  "match-clock": HTMLElement;
  "my-seat": HTMLElement;
  outbox: HTMLElement;
  queue: HTMLElement | null;
  new_name: HTMLInputElement | null;
  "logged-out": HTMLElement;
  "no-passkeys": HTMLElement;
  "passkey-failed": HTMLElement;
  "place-new": HTMLSelectElement;
  returned: HTMLElement;
  sheet: HTMLElement | null;
  "type-in": HTMLFormElement | null;
  "typed-table": HTMLInputElement | null;
  version: HTMLInputElement | null;
  "waiting-words": HTMLElement;
  waiting: HTMLElement;
  "wall-turn": HTMLElement;
}

/** By the selector that finds it, likewise. */
interface ElementBySelector {
  "#content input[id]": HTMLInputElement;
  "#match-said .says": HTMLElement;
  "#ranking-said .says": HTMLElement;
  "#sheet button:is([name=word], [name=leaves]), #waiting-words button": HTMLButtonElement | null;
  'a[href^="#rule-"]': HTMLAnchorElement | null;
  "[data-paper]": HTMLButtonElement | null;
  ".again": HTMLElement;
  ".back": HTMLElement;
  ".back-one": HTMLElement;
  ".is-back": HTMLAnchorElement;
  ".is-cut": HTMLElement;
  ".not-kept": HTMLElement;
  ".of-when": HTMLElement;
  ".view": HTMLElement;
  ".copy textarea": HTMLTextAreaElement;
  ".copy": HTMLElement;
  ".cut": HTMLElement;
  ".delay": HTMLElement;
  ".drop": HTMLElement;
  ".ends": HTMLElement;
  ".enter-now": HTMLElement;
  ".figure": HTMLElement;
  ".folded[data-of=match]": HTMLDetailsElement | null;
  ".forget": HTMLElement;
  ".half": HTMLButtonElement | null;
  ".hint": HTMLElement;
  ".later": HTMLElement;
  ".left": HTMLElement;
  ".lost-on-reload": HTMLElement;
  ".menu": HTMLElement;
  ".name": HTMLElement;
  ".new-game": HTMLElement;
  ".not-entered": HTMLElement;
  ".on-sheet": HTMLElement;
  ".other-score .form-control": HTMLInputElement | null;
  ".own-page": HTMLAnchorElement | null;
  ".own-report": HTMLAnchorElement;
  ".own-values": HTMLFieldSetElement;
  ".pause": HTMLButtonElement;
  ".problem": HTMLElement;
  ".remember": HTMLElement;
  ".refused": HTMLElement;
  ".reserve": HTMLElement;
  ".reserve-left": HTMLInputElement;
  ".says": HTMLElement;
  ".scored": HTMLElement;
  ".scored-so-far": HTMLInputElement;
  ".screen-sleeps": HTMLElement;
  ".sending": HTMLElement;
  ".somebody-else": HTMLElement;
  ".sound": HTMLElement;
  ".stopped": HTMLElement;
  ".swap": HTMLElement;
  ".tally .side": HTMLElement;
  ".to": HTMLElement;
  ".to-own-place": HTMLAnchorElement | null;
  ".to-sheet": HTMLAnchorElement;
  ".top .aside": HTMLElement;
  ".turn": HTMLElement;
  ".unknown": HTMLElement;
  ".waits": HTMLElement;
  ".wall-body": HTMLElement;
  ".what": HTMLElement;
  ".who": HTMLElement;
  ".words": HTMLElement;
  ".you": HTMLElement;
  "[data-entry]": HTMLElement;
  "[hreflang]": HTMLAnchorElement | null;
  "[name=clock]:checked": HTMLInputElement;
  "[name=csrfmiddlewaretoken]": HTMLInputElement;
  "[name=length]": Field;
  "[name=q]": HTMLInputElement;
  "[name=match]": HTMLInputElement;
  "[name=seen]": HTMLInputElement;
  "[role=status]": HTMLElement;
  bdi: HTMLElement;
  button: HTMLButtonElement;
  "[data-tap]": HTMLButtonElement | null;
  "form[data-word]": HTMLFormElement;
  "form[data-word] [name=seen]": HTMLInputElement | null;
  "form[data-word] button": HTMLButtonElement;
  ul: HTMLElement;
  "details.more[open]": HTMLDetailsElement | null;
  "details.result": HTMLDetailsElement | null;
  "form.find[hx-get]": HTMLFormElement | null;
  "form[data-queued]": HTMLFormElement | null;
  h2: HTMLElement;
  "input, textarea, select": Field | null;
  "input:not([type=hidden], [type=checkbox], [type=radio]), textarea": HTMLInputElement | HTMLTextAreaElement | null;
  "input[type=hidden]": HTMLInputElement | null;
  ol: HTMLElement;
  p: HTMLElement;
  select: HTMLSelectElement | null;
  small: HTMLElement;
  summary: HTMLElement;
  template: HTMLTemplateElement;
  textarea: HTMLTextAreaElement;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface ClockSettings extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & {
    clock: RadioNodeList;
    rule: HTMLSelectElement;
    reserve: Field;
    delay: Field;
    first: HTMLInputElement;
    second: HTMLInputElement;
    you: HTMLInputElement;
  };
}

interface Document {
  readonly activeElement: HTMLElement | null;
  getElementById<I extends keyof ElementById>(id: I): ElementById[I];
  addEventListener<N extends keyof EventsOfThePage>(
    name: N, listener: (event: EventsOfThePage[N]) => unknown, isCapturing?: boolean,
  ): void;
}

interface ParentNode {
  querySelector<S extends keyof ElementBySelector>(selectors: S): ElementBySelector[S];
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<S extends keyof ElementBySelector>(selectors: S): NodeListOf<NonNullable<ElementBySelector[S]>>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest<S extends keyof ElementBySelector>(selectors: S): NonNullable<ElementBySelector[S]> | null;
  closest(selectors: string): HTMLElement | null;
}

/** What bubbles up to the document comes from an element. */
type From<E extends Event, T extends EventTarget = HTMLElement> = E & { readonly target: T };

interface EventsOfThePage {
  change: From<Event, Field>;
  click: From<PointerEvent>;
  focusin: From<FocusEvent>;
  input: From<InputEvent, Field>;
  keydown: From<KeyboardEvent>;
  keyup: From<KeyboardEvent>;
  pointerup: From<PointerEvent>;
  select: From<Event>;
  submit: From<SubmitEvent, HTMLFormElement>;
  toggle: From<ToggleEvent>;
  wake: From<Event>;

  "htmx:afterOnLoad": From<CustomEvent<Exchange>>;
  "htmx:afterSwap": From<CustomEvent<Exchange>>;
  "htmx:beforeOnLoad": From<CustomEvent<Exchange>>;
  "htmx:beforeRequest": From<CustomEvent<Exchange>>;
  "htmx:beforeSwap": From<CustomEvent<Exchange>>;
  "htmx:configRequest": From<CustomEvent<Question>>;
  "htmx:load": From<CustomEvent>;
  "htmx:oobAfterSwap": From<CustomEvent>;
  "htmx:responseError": From<CustomEvent<Exchange>>;
  "htmx:sendError": From<CustomEvent<Exchange>>;
  "htmx:timeout": From<CustomEvent<Exchange>>;

  "queue:again": CustomEvent<SaidAtDesk>;
  "queue:refused": CustomEvent<{ to: string; reason: string | null; named?: string }>;
  "queue:stored": CustomEvent<SaidAtDesk>;
  "queue:taken": From<CustomEvent>;
  "queue:taking": From<CustomEvent<SaidAtDesk>, HTMLFormElement>;
}

/** The value of a field, or of all boxes that are ticked. */
type Said = FormDataEntryValue | FormDataEntryValue[];

interface HTMLInputElement {
  /** What the page itself has put into the field, until somebody types there. */
  offered?: string;
}

/** What is sent, by the names of its fields, with what the page showed (`seen`). */
type Values = Record<string, Said | undefined>;

/** Why a word has not entered; without a sentence where nobody knows whether it has. */
interface Refusal {
  sentence: string;
  code: string;
  /** The result that may be said instead; else empty. */
  instead: string;
  /** Whether the program has stumbled over it. */
  isFailure: boolean;
}

/** What is said on a page. */
interface SaidWord {
  to: string;
  values: Values;
  /** What it is about; of two words about the same, the later one corrects the earlier. */
  about: string;
  /** As it is called where it waits. */
  says: string;
}

/** What was said on a page and has no answer yet, or a bad one. */
interface Word extends SaidWord {
  /** Where it is kept on this device; the keys are in the order in which it was said. */
  key: string;
  /** Its name, by which the program knows it again. */
  id: string;
  at: number;
  /** How often it has been sent; 0 means that nobody can know it. */
  tries: number;
  /** The page that sends it, and until when no other one does. */
  by: string;
  until: number;
  refusal?: Refusal;
  /** It is not sent before its owner has put right, or let go, what was refused before it. */
  isHeld?: boolean;
  /** Its owner has discarded it: that, and no more, is to be told to the program. */
  isDiscarded?: boolean;
  /** Of a word on a score sheet: the sheet on which it was said. */
  before?: KeptSheet;
  /** How often that sheet had changed then. */
  changes?: number;
}

/** A word on a score sheet. */
interface WordOfSheet extends Word {
  before: KeptSheet;
  changes: number;
  /** As `sheet_rules.js` reads it. */
  code: string;
  /** Whose match it is. */
  title: string;
}

interface Written {
  id: string;
  value: string;
}

/** What is said at the desk, and where it goes when it is refused. */
interface SaidAtDesk extends SaidWord {
  /** The address of the page. */
  page: string;
  typed: Written[];
  chosen: Written[];
  /** The id of the element that it stands in. */
  place: string;
  /** The id of the row that it is about, and the score that is said. */
  row?: string;
  said?: string;
  /** Whether it was typed for the table that the field named, without its number. */
  isOfNamed?: boolean;
  /** Whether it was typed for any table and names none of this page. */
  isOfNone?: boolean;
  /** The id of the row that the field named then. */
  named?: string;
  /** Whether another one waits for the same address. */
  follows?: boolean;
}

interface DeskWord extends Word, SaidAtDesk {}

/** An answer of the program, whoever has asked. */
interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
}

/** What an outbox needs of its page. */
interface PageOfWords {
  /** Whose login words wait for; empty where no login is needed. */
  account: string;
  accountOn(page: Document): string;
  /** How long a word is sent without its owner, in milliseconds. */
  sendsWithin: number;
  /** What is said of a word that the page may not say any more, or about which something is asked. */
  shut: string;
  asked: string;
  /** What is said of a word on the score sheet of a match that is off. */
  gone: string;
  valuesOf(word: Word): Values;
  /** Sends the word in its own way and calls `hear`; undefined where it does not, null where nobody has answered. */
  carry?(word: Word): Promise<Answer | null | undefined>;
  heard(word: Word, answer: Answer): void;
  draw(): void;
  /** Whether this page sends that word; without it, all. */
  sends?(word: Word): boolean;
  /** The page of the score sheet that is open here, and one that was asked for meanwhile. */
  ofSheet?(): Document;
  hearSheet?(html: string): void;
  /** Called once all words have been answered. */
  rest?(): void;
  wake(): void;
}

interface Outbox {
  words(): Word[];
  keep(word: Word): void;
  letGo(word: { key: string }): void;
  say<S extends SaidWord>(said: S): S & Word;
  send(): void;
  hear(word: Word, answer: Answer): boolean;
  discard(word: Word): void;
  isOlder(word: Word, within: number): boolean;
  waitForLogin(): void;
  isCut(): boolean;
  isOut(): boolean;
  isSomebodyElse(): boolean;
  answered(): number;
}

/** What htmx asks. */
interface Question {
  verb: string;
  path: string;
  elt: HTMLElement;
  target: HTMLElement;
  parameters: Record<string, string>;
  /** How many entries had been answered when this was asked; only at the desk. */
  answeredBefore?: number;
}

/** What it asked, what came back, and what becomes of it. */
interface Exchange {
  requestConfig: Question;
  xhr: XMLHttpRequest;
  target: HTMLElement;
  shouldSwap: boolean;
}

/** A score sheet, as the server writes it for a phone: sides are 0 and 1, `winner` is null of a drawn game. */
interface SheetFormat {
  game: string;
  match_length: number;
  gammons: boolean;
  backgammons: boolean;
  cube: boolean;
  cube_limit: number;
  crawford: boolean;
  jacoby: boolean;
  beavers: boolean;
  automatic_doubles: number;
}

interface SheetGame {
  winner: number | null;
  kind: string;
  cube: number;
  automatic: number;
  conceded: boolean;
}

/** What is stored: the games that are over, perhaps with their words, and the words of the one being played. */
interface KeptSheet {
  games: SheetGame[];
  ended?: string[][];
  words: string[];
}

interface Offer {
  side: number;
  name: string;
  kind?: string;
}

interface MatchStanding {
  score: number[];
  isCrawford: boolean;
  game: string;
  isDecided: boolean;
}

/** The sheet with what follows from it. */
interface Sheet extends KeptSheet {
  ended: string[][];
  standing: MatchStanding;
  cube: number;
  owner: number | null;
  automatic: number;
  offer: Offer | null;
}

/** What a page tells a phone of its sheet. */
interface ToldSheet {
  match: number;
  /** The side whose phone it is; at the desk neither. */
  own: number | null;
  mark: string;
  leaves: string;
  /** How often the sheet has changed. */
  changes: number;
  kept: KeptSheet;
  format: SheetFormat;
  phrases: SheetPhrases;
}

/** In the language of the page, by side or by the code of a word; `{cube}` and the like are filled in. */
interface SheetPhrases {
  names: [string, string];
  titles: Record<string, string>;
  labels: Record<string, string>;
  sentences: Record<string, string>;
  offers: Record<string, string>;
  decides: string[];
  elsewhere: string[];
  wins: string[];
  gives_up: string[];
  cube: string;
  crawford: string;
  decided: string;
  give_up: string;
  then: string;
  match: string;
  drawn: string;
  back: string;
  last_game: string;
  changed: string;
}

/** What a page showed of the sheet, and the words that wait to follow it. */
interface SheetQueue {
  base: { kept: KeptSheet };
  words: string[];
  isStopped: boolean;
}

/** The words of a sheet that wait on the device, in their order. */
interface SheetWords {
  outbox: Outbox;
  told(): ToldSheet;
  read(): {
    words: WordOfSheet[];
    codes: string[];
    /** The sheet on which the first of them was said. */
    before: KeptSheet;
    /** Whether they are of the match that is shown. */
    isHere: boolean;
    /** They wait for an answer of their owner, and why. */
    isStopped: boolean;
    reason: string;
    isUnderWay: boolean;
  };
  willBe(): Sheet;
  sentenceOf(code: string): string;
  say(code: string): void;
  takeBack(): void;
  compare(): void;
  enter(): void;
  drop(): void;
}

/** What a match clock shows of a sheet; `ends` are the words by which the game can end, of a drawn one without a side. */
interface SheetShown {
  points: number[];
  games: number;
  waits: boolean;
  problem: string;
  ends: { code: string; side: number | null; label: string }[];
  wins: string[];
}

declare const htmx: {
  swap(target: Element, html: string, how: { swapStyle: string; swapDelay: number; settleDelay: number }, by: { contextElement: Element }): void;
  ajax(verb: string, path: string, context: object): Promise<void>;
  trigger(element: Element | string, name: string, detail?: object): void;
  process(element: Element): void;
  [name: string]: unknown;
};

declare const Idiomorph: {
  defaults: {
    callbacks: {
      beforeAttributeUpdated(name: string, node: Element): boolean;
      beforeNodeMorphed(old: Node, fresh: Node): boolean;
    };
  };
  morph(old: Node, fresh: Node | string, options?: object): void;
};

/** What a page asks of the worker that keeps it: of itself only where the worker has not seen it come. */
interface Keeping {
  page: string;
  isToBeAsked: boolean;
  files: string[];
}

interface EventOfWorker extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchByPage extends EventOfWorker {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface MessageOfPage extends EventOfWorker {
  readonly data: Keeping;
  readonly source: { postMessage(told: { isKept: boolean }): void };
}

interface PagesWorker {
  readonly registration: { readonly scope: string };
  skipWaiting(): void;
  addEventListener(name: "fetch", listener: (event: FetchByPage) => void): void;
  addEventListener(name: "message", listener: (event: MessageOfPage) => void): void;
  addEventListener(name: "install", listener: (event: EventOfWorker) => void): void;
}
