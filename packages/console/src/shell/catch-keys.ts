/** The palette's field, which takes the keys. */
export const paletteFieldId = "palette-search";
/** A palette that is not there by then does not come, and the keys are the page's again. */
const patienceMs = 10_000;
/** How long the field may lose the focus again after it got it. */
const settlingMs = 500;

let typed = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let stop: (() => void) | null = null;

/**
 * Keeps what is typed while the field has not the focus: the palette may have to be loaded, its field takes no keys before it is shown, and
 * may lose the focus once more until all of it is there.
 */
export function catchKeys(): void {
  releaseKeys();
  const keep = (event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    if (isCommand || event.isComposing || document.activeElement?.id === paletteFieldId) {
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
  timer = setTimeout(releaseKeys, patienceMs);
  stop = () => window.removeEventListener("keydown", keep, { capture: true });
}

/** Returns what was typed since the last time, for the field that just got the focus. */
export function takeKeys(): string {
  clearTimeout(timer);
  timer = setTimeout(settle, settlingMs);
  const text = typed;
  typed = "";
  return text;
}

/** A field that is without the focus gets it again, and what was typed until then. */
function settle(): void {
  if (document.activeElement?.id === paletteFieldId) {
    releaseKeys();
  } else {
    timer = setTimeout(releaseKeys, patienceMs);
  }
}

/** Leaves the next keys to what has the focus. */
export function releaseKeys(): void {
  clearTimeout(timer);
  stop?.();
  stop = null;
  typed = "";
}
