import type { ActivitySort } from "@bowline/sdk";
import { Drawer, UnstyledButton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { JsonInput } from "../form/json-input.tsx";
import { Icon } from "../icons/icon.tsx";
import { copyRows } from "../parts/copy-rows.ts";
import { useFocusedRow } from "../parts/use-focused-row.ts";
import { type ResultColumn, readCell, showCell, titleColumn } from "./columns.ts";
import classes from "./result.module.css";

interface ResultTableProps {
  rows: readonly unknown[];
  columns: ResultColumn[];
  sort: ActivitySort[];
  /** Left out when the tool's results cannot be sorted. */
  onSort?: ((fieldName: string) => void) | undefined;
}

const rowHeight = 36;
const characterWidth = 7.4;
const cellPadding = 26;

/** A list of results of any length: only the rows in sight are drawn. A row's number opens the whole record. */
export function ResultTable({ rows, columns, sort, onSort }: ResultTableProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const { rangeExtractor, listEvents } = useFocusedRow();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor,
  });
  const indexWidth = Math.max(String(rows.length).length * 9 + 18, 40);
  const widths = columns.map((column) => Math.round(column.width * characterWidth + cellPadding));
  const tracks = [`${indexWidth}px`, ...widths.map((pixels) => `minmax(0, ${pixels}fr)`)].join(" ");
  // The header and each row are grids of their own, so they get the same width.
  const width = widths.reduce((sum, pixels) => sum + pixels, indexWidth);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
      <div ref={frame} className={classes.table} tabIndex={0} role="region" aria-label="Table of results">
        <div
          role="table"
          aria-label="Results"
          aria-rowcount={rows.length + 1}
          onCopy={copyRows}
          style={{ "--columns": tracks, minWidth: width } as CSSProperties}
        >
          <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
            <HeaderCell className={classes.index}>
              <span>#</span>
            </HeaderCell>
            {columns.map(({ name }) => (
              <HeaderCell key={name} direction={findDirection(sort, name)}>
                {onSort === undefined || name === "" ? (
                  <span>{titleColumn(name)}</span>
                ) : (
                  <UnstyledButton
                    className={classes.sorter}
                    onClick={() => onSort(name)}
                    aria-label={`Sort by ${name}`}
                  >
                    <span>{name}</span>
                    {findDirection(sort, name) !== undefined && (
                      <Icon
                        name={findDirection(sort, name) === "ascending" ? "arrow-up" : "arrow-down"}
                        size={13}
                      />
                    )}
                  </UnstyledButton>
                )}
              </HeaderCell>
            ))}
          </div>
          <div
            role="rowgroup"
            {...listEvents}
            className={classes.body}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(({ index, start, size }) => (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={`${classes.row} ${classes.line}`}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <div role="cell" className={`${classes.cell} ${classes.index}`}>
                  <UnstyledButton
                    className={classes.opener}
                    aria-label={`Open result ${index + 1}`}
                    onClick={() => setOpened(index)}
                  >
                    {index + 1}
                  </UnstyledButton>
                </div>
                {columns.map(({ name }) => (
                  <Cell key={name} value={readCell(rows[index], name)} />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title={`Result ${(opened ?? 0) + 1}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {opened !== null && (
          <JsonInput
            label={`Result ${opened + 1} as JSON`}
            value={JSON.stringify(rows[opened], null, 2) ?? ""}
            height="calc(100dvh - 100px)"
          />
        )}
      </Drawer>
    </>
  );
}

type Direction = "ascending" | "descending" | undefined;

function findDirection(sort: ActivitySort[], name: string): Direction {
  const clause = sort.find(({ fieldName }) => fieldName === name);
  return clause === undefined ? undefined : clause.orderDirection === 1 ? "ascending" : "descending";
}

interface HeaderCellProps {
  className?: string | undefined;
  direction?: Direction;
  children: ReactNode;
}

function HeaderCell({ className = "", direction, children }: HeaderCellProps): ReactNode {
  return (
    <div role="columnheader" className={`${classes.cell} ${className}`} aria-sort={direction}>
      {children}
    </div>
  );
}

function Cell({ value }: { value: unknown }): ReactNode {
  const isMissing = value === null || value === undefined;
  return (
    <div role="cell" className={`${classes.cell} ${isMissing ? classes.missing : ""}`}>
      <span>{isMissing ? "–" : showCell(value)}</span>
    </div>
  );
}
