/** The palette's field, which takes the keys. */
export const paletteFieldId = "palette-search";
/** A palette that is not there by then does not come, and the keys are the page's again. */
const patienceMs = 10_000;

let typed = "";
let stop: (() => void) | null = null;

/** Keeps what is typed from now on: the palette may have to be loaded, and its field takes no keys before it is shown. */
export function catchKeys(): void {
  releaseKeys();
  if (document.activeElement?.id === paletteFieldId) {
    return;
  }
  const keep = (event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    if (isCommand || event.isComposing) {
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
  };
  window.addEventListener("keydown", keep, { capture: true });
  const timer = setTimeout(releaseKeys, patienceMs);
  stop = () => {
    window.removeEventListener("keydown", keep, { capture: true });
    clearTimeout(timer);
  };
}

/** Returns what was typed meanwhile, and leaves the next keys to the field that has the focus. */
export function releaseKeys(): string {
  stop?.();
  stop = null;
  const text = typed;
  typed = "";
  return text;
}
