// In the form of a tournament: a preset fills in the fields of the match, and a field that is changed makes it one's own.
"use strict";

(() => {
  // What is said folded is what was chosen last.
  const ranking = document.getElementById("id_ranking");
  ranking?.addEventListener("change", () => {
    document.querySelector("#ranking-said .says").textContent = ranking.selectedOptions[0].text;
  });

  const preset = document.getElementById("id_preset");
  const fold = document.querySelector(".folded[data-of=match]");
  if (!preset || !fold || preset.disabled) return;
  const sentence = document.getElementById("id_preset_helptext");
  const said = document.querySelector("#match-said .says");
  /** @param {string} name */
  const field = (name) => /** @type {Field} */ (document.getElementById(`id_${name}`));
  /**
   * @param {Field} one
   * @returns {one is HTMLInputElement}
   */
  const isBox = (one) => one instanceof HTMLInputElement && one.type === "checkbox";
  const names = Object.keys(preset.options[0].dataset).filter((name) => name !== "sentence");

  /**
   * @param {string} name
   * @param {string} [value] "1" and "" of a box to tick.
   */
  function set(name, value = "") {
    const one = field(name);
    if (isBox(one)) one.checked = value !== "";
    else one.value = value;
  }

  /** @param {string} name */
  function written(name) {
    const one = field(name);
    if (isBox(one)) return one.checked ? "1" : "";
    return one.value;
  }

  /** @param {HTMLOptionElement} option */
  const isSaidBy = ({ dataset }) => names.every((name) => dataset[name] === written(name));

  const tell = () => {
    const { dataset } = preset.selectedOptions[0];
    sentence.hidden = !dataset.sentence;
    sentence.textContent = dataset.sentence || "";
    said.textContent = dataset.sentence || preset.selectedOptions[0].text;
  };

  preset.addEventListener("change", () => {
    const { dataset } = preset.selectedOptions[0];
    if (dataset.sentence) names.forEach((name) => { set(name, dataset[name]); });
    else fold.open = true;
    tell();
  });

  /**
   * What goes only with something else goes with it.
   *
   * @param {string} name
   */
  function follow(name) {
    if (!["game", "cube", "match_length"].includes(name)) return;
    if (written("game") !== "backgammon") ["cube", "backgammons"].forEach((other) => { set(other, ""); });
    if (written("game") !== "backgammon") set("gammons", "1");
    const isSingle = Number(written("match_length")) === 1;
    const hasCube = written("cube") !== "";
    set("crawford", hasCube && !isSingle ? "1" : "");
    if (isSingle) set("winner_opens", "1");
    if (!hasCube) set("cube_limit", "64");
    if (hasCube && !isSingle) set("count_excess_points", "");
    if (hasCube && isSingle) return;
    ["jacoby", "beavers"].forEach((other) => { set(other, ""); });
    set("automatic_doubles", "0");
  }

  fold.addEventListener("change", ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (!isField || !names.includes(target.name)) return;
    follow(target.name);
    const options = [...preset.options];
    const own = options[options.length - 1];
    preset.value = (options.find((option) => option.dataset.sentence && isSaidBy(option)) || own).value;
    tell();
  });
})();
