// Shows a password while it is typed, for whoever wants to read along.
for (const button of document.querySelectorAll("[data-shows]")) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.shows ?? ""));
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = field.type === "password";
    field.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    field.focus();
  });
}
