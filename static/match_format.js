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
  const field = (name) => document.getElementById(`id_${name}`);
  const names = Object.keys(preset.options[0].dataset).filter((name) => name !== "sentence");

  function set(name, value) {
    if (field(name).type === "checkbox") field(name).checked = value !== "";
    else field(name).value = value;
  }

  const written = (name) => (field(name).type === "checkbox" ? (field(name).checked ? "1" : "") : field(name).value);
  const isSaidBy = ({ dataset }) => names.every((name) => dataset[name] === written(name));

  function tell() {
    const { dataset } = preset.selectedOptions[0];
    sentence.hidden = !dataset.sentence;
    sentence.textContent = dataset.sentence || "";
    said.textContent = dataset.sentence || preset.selectedOptions[0].text;
  }

  preset.addEventListener("change", () => {
    const { dataset } = preset.selectedOptions[0];
    if (dataset.sentence) names.forEach((name) => { set(name, dataset[name]); });
    else fold.open = true;
    tell();
  });

  // What goes only with something else goes with it.
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
    if (!names.includes(target.name)) return;
    follow(target.name);
    const options = [...preset.options];
    preset.value = (options.find((option) => option.dataset.sentence && isSaidBy(option)) || options.at(-1)).value;
    tell();
  });
})();
