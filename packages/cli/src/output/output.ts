import type { ListCall } from "@bowline/sdk";
import { cleanLines, renderJson } from "./clean-text.ts";
import { defaultLimit } from "./default-limit.ts";
import { type Columns, renderRecord, renderTable, renderTabs } from "./table.ts";

/** What the command was asked for with `--limit`. */
export interface ListOptions {
  /** 1 or more. */
  limit?: number | undefined;
}

/** Prints results to stdout, and everything else to stderr. */
export class Output {
  readonly isJson: boolean;
  /** Whether a person reads the results. */
  readonly isTerminal: boolean;

  constructor(isJson: boolean, isTerminal: boolean) {
    this.isJson = isJson;
    this.isTerminal = isTerminal;
  }

  /** Prints a list: a table on a terminal, tab-separated lines elsewhere, the API's page with `--json`. */
  async printList<Item>(
    call: ListCall<Item>,
    columns: Columns<Item>,
    { limit = defaultLimit }: ListOptions,
  ): Promise<void> {
    const { totalCount } = await call;
    const items = await call.toArray({ limit });
    if (this.isJson) {
      this.printJson({
        items,
        totalCount,
        offset: 0,
        top: Number.isFinite(limit) ? limit : Math.max(1, items.length),
      });
      return;
    }
    this.printRows(items, columns);
    if (items.length < totalCount) {
      this.note(`These are ${items.length} of ${totalCount}. Use --limit for more.`);
    }
  }

  /** Prints items: a table on a terminal, tab-separated lines elsewhere. */
  printRows<Item>(items: Item[], columns: Columns<Item>): void {
    if (items.length > 0) {
      const width = process.stdout.columns || 80;
      this.writeLine(this.isTerminal ? renderTable(columns, items, width) : renderTabs(columns, items));
    } else if (this.isTerminal) {
      this.note("There are none.");
    }
  }

  /** Prints one record; the whole of it with `--json`. */
  printRecord<Item>(item: Item, columns: Columns<Item>): void {
    if (this.isJson) {
      this.printJson(item);
    } else {
      this.writeLine(renderRecord(columns, item, this.isTerminal));
    }
  }

  /** Prints that something was done; with `--json` the response. */
  printDone(text: string, response: unknown): void {
    if (this.isJson) {
      this.printJson(response);
    } else {
      this.writeLine(cleanLines(text));
    }
  }

  printJson(value: unknown): void {
    this.writeLine(renderJson(value));
  }

  /** Prints text of a tool: as it is into a pipe, without control characters on a terminal. */
  printText(text: string): void {
    this.writeLine(this.isTerminal ? cleanLines(text) : text);
  }

  /** Prints a remark for a person to stderr. */
  note(text: string): void {
    process.stderr.write(`${cleanLines(text)}\n`);
  }

  writeLine(text: string): void {
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }
}
