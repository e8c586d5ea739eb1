/**
 * Copies a text. A page that came over plain http has no `navigator.clipboard`, so there a command of the browser copies it: it wants
 * something selected, and asks the page what to copy.
 *
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  // It is missing in such a page, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined || copyByCommand(text);
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  const selection = window.getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const selected = document.createElement("span");
  selected.textContent = "-";
  selected.style.position = "fixed";
  selected.style.opacity = "0";
  document.body.append(selected);
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("copy", write, { capture: true });
  try {
    selection?.selectAllChildren(selected);
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", write, { capture: true });
    selected.remove();
    selection?.removeAllRanges();
    if (before !== null) {
      selection?.addRange(before);
    }
  }
}
