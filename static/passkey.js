// Shows the button for passkeys where the browser has them, and says that none was used.
"use strict";

if ("PublicKeyCredential" in window) {
  document.getElementById("no-passkeys").hidden = true;
  for (const button of document.querySelectorAll("[data-passkey]")) button.hidden = false;
}

// So django-allauth's script says that the browser has handed over nothing, for whatever reason.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-failed").hidden = false;
});
