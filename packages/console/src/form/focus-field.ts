import { buildFieldId, type Path } from "./values.ts";

/** Focuses the input of a member, or of the closest one around it that is shown. */
export function focusField(path: Path): void {
  for (let length = path.length; length > 0; length--) {
    const found = document.getElementById(buildFieldId(path.slice(0, length)));
    const input = found?.matches("input, textarea, button, [contenteditable]")
      ? found
      : found?.querySelector<HTMLElement>("input, textarea, [contenteditable], button");
    if (input) {
      input.focus();
      return;
    }
  }
}
