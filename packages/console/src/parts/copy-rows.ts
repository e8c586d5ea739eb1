import type { ClipboardEvent } from "react";

/** Copies the selected rows of a table that is drawn as a grid, so that a spreadsheet has each cell in its column. */
export function copyRows(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection();
  const rows = [...event.currentTarget.querySelectorAll("[role=row]")].filter((row) =>
    selection?.containsNode(row, true),
  );
  // A part of one row is copied as it is.
  if (rows.length > 1) {
    event.clipboardData.setData("text/plain", rows.map(writeRow).join("\n"));
    event.preventDefault();
  }
}

const writeRow = (row: Element): string =>
  [...row.querySelectorAll<HTMLElement>("[role=columnheader], [role=cell]")]
    .map((cell) => cell.innerText.replace(/\s+/g, " ").trim())
    .join("\t");
