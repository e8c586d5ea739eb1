/** The palette's field, which takes the keys. */
export const paletteFieldId = "palette-search";

let typed = "";
let stop: (() => void) | null = null;

/**
 * Keeps what is typed for the palette's field, from now until the palette closes, unless the field has the focus: the palette may have
 * to be loaded, its field takes no focus before it is shown, and may lose it while the rest appears.
 */
export function catchKeys(): void {
  releaseKeys();
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("keydown", catchKey, options);
  // Whoever turns to the page again waits for the palette no more.
  window.addEventListener("pointerdown", () => findField() ?? releaseKeys(), options);
  stop = () => listening.abort();
}

const findField = (): HTMLElement | null => document.getElementById(paletteFieldId);

function catchKey(event: KeyboardEvent): void {
  const field = findField();
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
  if (isCommand || event.isComposing || (field !== null && document.activeElement === field)) {
    return;
  }
  if (event.key === "Escape") {
    releaseKeys();
    return;
  }
  if (event.key.length === 1) {
    typed += event.key;
  } else if (event.key === "Backspace") {
    typed = typed.slice(0, -1);
  } else if (event.key !== "Enter") {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  // If it can take the focus, it takes what was typed with it.
  field?.focus();
}

/** Returns what was typed since the last time, for the field that just got the focus. */
export function takeKeys(): string {
  const text = typed;
  typed = "";
  return text;
}

/** Leaves the next keys to what has the focus. */
export function releaseKeys(): void {
  stop?.();
  stop = null;
  typed = "";
}
