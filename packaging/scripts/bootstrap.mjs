// Writes what the pages use of Bootstrap's style sheet: `make styles`. With --check it only says whether that is
// what lies there, so that no class is used which the sheet lacks.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { PurgeCSS } from "purgecss";

const root = fileURLToPath(new URL("../../", import.meta.url));
const used = `${root}static/vendor/bootstrap-5.3.8.used.css`;
const whole = createRequire(import.meta.url).resolve("bootstrap/dist/css/bootstrap.min.css");
const forms = `${root}.venv/lib/python*/site-packages/crispy_bootstrap5/templates/bootstrap5`;
const OF_MARKDOWN =
  "h1 h2 h3 h4 h5 h6 p a ul ol li strong em code pre kbd blockquote hr br img table thead tbody tr th td";

const [sheet] = await new PurgeCSS().purge({
  css: [{ raw: readFileSync(whole, "utf-8").replace(/\n\/\*# sourceMappingURL=.*/, "") }],
  content: [
    `${root}templates/**/*.html`,
    `${root}tournament/**/*.py`,
    `${root}static/*.js`,
    // Of the fields that are laid out by the library, those that there are.
    `${forms}/{field,uni_form,errors}.html`,
    `${forms}/layout/{attrs,help_text,help_text_and_errors,field_errors,field_errors_block,field_file}.html`,
    `${forms}/layout/radio_checkbox_select.html`,
  ],
  safelist: { standard: OF_MARKDOWN.split(" ") },
  keyframes: true,
});
// A line for each rule, so that a change can be read.
const text = `${sheet.css.trim().replaceAll("}", "}\n").trim()}\n`;
if (!process.argv.includes("--check")) {
  writeFileSync(used, text);
} else if (text !== readFileSync(used, "utf-8")) {
  console.error("The pages use other parts of Bootstrap than lie there: make styles.");
  process.exit(1);
}
