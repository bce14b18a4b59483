// Shows the buttons for passkeys where the browser has them, and says where one was not used.
"use strict";

if ("PublicKeyCredential" in window) {
  for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = false;
} else {
  document.getElementById("no-passkeys").hidden = false;
}

// So django-allauth's script says that the browser has handed over nothing, for whatever reason.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-failed").hidden = false;
});
