import { styleText } from "node:util";
import stringWidth from "fast-string-width";
import { cleanText, renderJson } from "./clean-text.ts";

/** A column of a list: its heading and the cell of an item. */
export type Columns<Item> = Record<string, (item: Item) => unknown>;

/** The narrowest that a column is made. Less of a cell says too little. */
const narrowest = 8;
const gap = 2;

/**
 * Renders a table that is at most `width` characters wide. Where it must, it cuts cells, but none of the first column, and no times.
 * Times are to the second. Where the columns have no room, each item is a few lines of its own.
 */
export function renderTable<Item>(columns: Columns<Item>, items: Item[], width: number): string {
  const headings = Object.keys(columns).map((name) => name.toUpperCase());
  const rows = items.map((item) => renderCells(columns, item).map(shortenTime));
  const isTimes = headings.map((_, index) =>
    rows.every((row) => /^(?:\d{4}-\S+T\S+Z)?$/.test(row[index] ?? "")),
  );
  const widths = fitWidths(
    headings.map((heading, index) =>
      Math.max(stringWidth(heading), ...rows.map((row) => stringWidth(row[index] ?? ""))),
    ),
    isTimes,
    width,
  );
  if (measure(widths) > width) {
    return rows.map((cells) => renderLines(Object.keys(columns), cells, width)).join("\n\n");
  }
  const writeRow = (cells: string[]) =>
    cells
      .map((cell, index) => padText(cutText(cell, widths[index] ?? 0), widths[index] ?? 0))
      .join(" ".repeat(gap))
      .trimEnd();
  return [styleText("bold", writeRow(headings)), ...rows.map(writeRow)].join("\n");
}

const measure = (widths: number[]): number => widths.reduce((sum, one) => sum + one + gap, -gap);

/** Caps all columns but the first, which is what people copy, and those of times, at the width with which they fit. */
function fitWidths(wanted: number[], isTimes: boolean[], width: number): number[] {
  const capAt = (cap: number) =>
    wanted.map((one, index) => (index === 0 || isTimes[index] ? one : Math.min(one, cap)));
  let cap = Math.max(...wanted);
  while (cap > narrowest && measure(capAt(cap)) > width) {
    cap--;
  }
  return capAt(cap);
}

/** Leaves fractions of a second out. */
const shortenTime = (cell: string): string =>
  cell.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.\d+Z$/, "$1Z");

/** Renders a line for each item, its cells separated by tabs. There is no heading. */
export const renderTabs = <Item>(columns: Columns<Item>, items: Item[]): string =>
  items.map((item) => renderCells(columns, item).join("\t")).join("\n");

/** Renders one item as a line for each column: its name, and what it is. */
export function renderRecord<Item>(columns: Columns<Item>, item: Item, isTerminal: boolean): string {
  const names = Object.keys(columns);
  const cells = renderCells(columns, item);
  return isTerminal
    ? renderLines(names, cells)
    : names.map((name, index) => `${name}\t${cells[index]}`).join("\n");
}

/** Renders a line for each cell, cut at `width`, except for the first cell. */
function renderLines(names: string[], cells: string[], width = Number.POSITIVE_INFINITY): string {
  const nameWidth = Math.max(...names.map((name) => name.length));
  const room = Math.max(narrowest, width - nameWidth - gap);
  return names
    .map((name, index) => {
      const cell = cells[index] ?? "";
      const shown = index === 0 ? cell : cutText(cell, room);
      return `${styleText("bold", name.padEnd(nameWidth))}${" ".repeat(gap)}${shown}`.trimEnd();
    })
    .join("\n");
}

const renderCells = <Item>(columns: Columns<Item>, item: Item): string[] =>
  Object.values(columns).map((read) => renderCell(read(item)));

function renderCell(value: unknown): string {
  if (value === null || value === undefined) {
    return "";
  }
  if (typeof value === "boolean") {
    return value ? "yes" : "no";
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) {
    return cleanText(value.join(", "));
  }
  return cleanText(typeof value === "string" ? value : renderJson(value, 0)).trim();
}

const padText = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - stringWidth(text)));

/** Cuts a text at a width in characters, of which some are two wide. */
export function cutText(text: string, width: number): string {
  if (stringWidth(text) <= width) {
    return text;
  }
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(cut + segment) >= width) {
      break;
    }
    cut += segment;
  }
  return `${cut}…`;
}
