// The secret by which the program knows a phone that signed up again is made on the phone.
"use strict";

(() => {
  const field = /** @type {HTMLInputElement} */ (document.querySelector("input[name=secret]"));
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  field.value = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
})();
