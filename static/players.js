// The list of players: one field finds and adds.
"use strict";

(() => {
  const field = () => document.getElementById("new_name");

  // As the server folds what is searched for: "o" finds "ö", "l" finds "ł".
  /** @type {Record<string, string>} */
  const WHOLE_LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ħ: "h", ı: "i", ŋ: "n", ŧ: "t", ß: "ss" };
  /** @param {string} text */
  const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{Mark}/gu, "")
    .replace(/[łøđðþæœħıŋŧß]/g, (letter) => WHOLE_LETTERS[letter]);
  /** @param {string} text */
  const tidied = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

  // While a name is typed only those are shown whom it may mean; one that is on the list already stands out.
  function filter() {
    const name = (field()?.value || "").split(";")[0];
    const words = folded(name).split(/\s+/).filter(Boolean);
    const rows = [...document.querySelectorAll(".players .entry-row")];
    /** @param {HTMLElement} row */
    const isSame = (row) => words.length > 0 && tidied(row.querySelector(".name").textContent) === tidied(name);
    rows.forEach((row) => {
      row.hidden = !words.every((word) => row.dataset.find?.includes(word));
      row.classList.toggle("same", isSame(row));
    });
    offerADifferentPerson(rows.filter(isSame).length);
  }

  /** @param {number} namesakes How many on the list have the name that is typed. */
  function offerADifferentPerson(namesakes) {
    const button = document.getElementById("different");
    if (!button) return;
    button.value = String(namesakes);
    button.hidden = namesakes === 0;
  }

  // A refused name comes back to the field without being typed.
  for (const name of /** @type {const} */ (["input", "focusin", "select"])) {
    document.addEventListener(name, ({ target }) => { if (target === field()) filter(); });
  }
  for (const name of ["DOMContentLoaded", "htmx:afterOnLoad", "htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(name, filter);
  }

  // A list that is pasted into the field of one line leads to its preview.
  document.addEventListener("paste", (event) => {
    const typed = field();
    const lines = event.clipboardData?.getData("text/plain").trim() ?? "";
    const preview = typed?.form?.dataset.preview;
    if (event.target !== typed || !preview || !/[\r\n]/.test(lines)) return;
    event.preventDefault();
    const list = document.createElement("form");
    list.method = "post";
    list.action = preview;
    const token = typed.form?.querySelector("[name=csrfmiddlewaretoken]")?.cloneNode();
    const text = Object.assign(document.createElement("textarea"), { name: "lines", value: lines });
    list.append(...[token, text].filter((one) => one instanceof Node));
    list.hidden = true;
    document.body.append(list);
    list.submit();
    list.remove();
  });

  // Whoever was suggested has been meant; what was typed of the name has done its work.
  document.addEventListener("queue:taken", ({ target }) => {
    const typed = field();
    if (typed && target.matches(".known .add-player")) typed.value = "";
    filter();
  });

  // Who is meant by a name is asked until it is answered or let go, whatever comes in meanwhile; once for each name.
  /** @param {Element} question */
  const asksOf = (question) => [...question.querySelectorAll("[name^=asked-]")].map((field) => field.getAttribute("value")).join("\n");

  function keepQuestions() {
    const kept = document.getElementById("questions");
    for (const question of document.querySelectorAll("#live .who-notice")) {
      if (!kept || kept.contains(question)) continue;
      const same = [...kept.children].find((other) => asksOf(other) === asksOf(question));
      if (same) same.replaceWith(question);
      else kept.append(question);
    }
  }
  document.addEventListener("htmx:afterSwap", keepQuestions);
  document.addEventListener("queue:taken", ({ target }) => { if (target.matches("#questions form")) target.remove(); });
  document.addEventListener("click", ({ target }) => {
    if (target.matches("[data-let-go]")) target.closest(".who-notice")?.remove();
  });

  // Rows are found while typing; only where there are none the server is asked who may be meant.
  document.addEventListener("submit", (event) => {
    const isFound = document.querySelector(".players .entry-row:not([hidden])") !== null;
    if (isFound && event.target.matches(".find[method=get]:not([data-everywhere])")) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    const finder = field();
    if (!finder) return;
    const isTyping = event.target.matches("input, textarea, select") && (event.target !== finder || finder.value);
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      finder.select();
    } else if (event.key === "Escape" && event.target === finder) {
      finder.value = "";
      finder.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
})();
