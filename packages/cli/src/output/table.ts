import { styleText } from "node:util";
import { cleanText } from "./clean-text.ts";

/** A column of a list: its heading and the cell of an item. */
export type Columns<Item> = Record<string, (item: Item) => unknown>;

/** Renders a table that is at most `width` characters wide; the last column is cut. */
export function renderTable<Item>(columns: Columns<Item>, items: Item[], width: number): string {
  const headings = Object.keys(columns).map((name) => name.toUpperCase());
  const rows = items.map((item) => renderCells(columns, item));
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const others = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const last = Math.max(10, width - others);
  const writeRow = (cells: string[]) =>
    cells
      .map((cell, index) =>
        index < cells.length - 1 ? cell.padEnd(widths[index] ?? 0) : cutText(cell, last),
      )
      .join("  ")
      .trimEnd();
  return [styleText("bold", writeRow(headings)), ...rows.map(writeRow)].join("\n");
}

/** Renders a line for each item, its cells separated by tabs. There is no heading. */
export const renderTabs = <Item>(columns: Columns<Item>, items: Item[]): string =>
  items.map((item) => renderCells(columns, item).join("\t")).join("\n");

/** Renders one item as a line for each column: its name, and what it is. */
export function renderRecord<Item>(columns: Columns<Item>, item: Item, isTerminal: boolean): string {
  const names = Object.keys(columns);
  const cells = renderCells(columns, item);
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name, index) =>
      isTerminal
        ? `${styleText("bold", name.padEnd(width))}  ${cells[index]}`.trimEnd()
        : `${name}\t${cells[index]}`,
    )
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
  return cleanText(typeof value === "string" ? value : JSON.stringify(value)).trim();
}

const cutText = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;
