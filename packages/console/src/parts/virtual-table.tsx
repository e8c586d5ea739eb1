import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { copyRows } from "./copy-rows.ts";
import { measureRow } from "./measure-row.ts";
import { useFocusedRow } from "./use-focused-row.ts";
import { useScrollMargin } from "./use-scroll-margin.ts";
import classes from "./virtual-table.module.css";

export interface Column<Row> {
  key: string;
  header: string;
  /** A CSS grid track, such as `120px` or `minmax(0, 2fr)`. */
  track: string;
  render(row: Row): ReactNode;
  /** Left out on narrow screens, where the first two columns are best kept. */
  isWideOnly?: boolean;
  /** Buttons of the row: its header is only read out, and on narrow screens they stay beside the first column. */
  isAction?: boolean;
}

interface VirtualTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  rows: readonly Row[];
  columns: Column<Row>[];
  rowKey(row: Row): string | number;
  /** Pixels of a row on wide and on narrow screens, which is higher when its texts need that. Default 52 and 72. */
  rowHeight?: { wide: number; narrow: number };
}

const defaultRowHeight = { wide: 52, narrow: 72 };

/**
 * A table of any length that scrolls with the window and draws only the rows in sight. To make a whole row a link, give the link in its
 * first column the attribute `data-row-link`.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>): ReactNode {
  const { label, rows, columns, rowKey, rowHeight = defaultRowHeight } = props;
  const body = useRef<HTMLDivElement>(null);
  const scrollMargin = useScrollMargin(body);
  const isNarrow = useMediaQuery("(width < 62em)") ?? false;
  const height = isNarrow ? rowHeight.narrow : rowHeight.wide;
  const { rangeExtractor, listEvents } = useFocusedRow();
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    [rows, rowKey],
  );
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    measureElement: measureRow,
    // A row keeps its height when another one comes before it.
    getItemKey,
    overscan: 8,
    scrollMargin,
    rangeExtractor,
  });
  useLayoutEffect(() => {
    if (height > 0) {
      virtualizer.measure();
    }
  }, [height, virtualizer]);
  const tracks = columns.map(({ track }) => track).join(" ");
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onCopy={copyRows}
      className={classes.table}
      style={{ "--columns": tracks } as CSSProperties}
    >
      <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
        {columns.map(({ key, header, isWideOnly, isAction }) => (
          <div key={key} role="columnheader" className={isWideOnly ? classes.wideOnly : undefined}>
            {isAction ? <VisuallyHidden>{header}</VisuallyHidden> : header}
          </div>
        ))}
      </div>
      <div
        ref={body}
        role="rowgroup"
        {...listEvents}
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={rowKey(row)}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={`${classes.row} ${classes.line}`}
              style={{ minHeight: height, transform: `translateY(${start - scrollMargin}px)` }}
            >
              <Cells row={row} columns={columns} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Drawn anew only for another row or other columns, not while scrolling. */
const Cells = memo(function Cells<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }): ReactNode {
  return columns.map(({ key, render, isWideOnly, isAction }) => (
    <div
      key={key}
      role="cell"
      className={`${classes.cell} ${isWideOnly ? classes.wideOnly : ""} ${isAction ? classes.action : ""}`}
    >
      {render(row)}
    </div>
  ));
}) as <Row>(props: { row: Row; columns: Column<Row>[] }) => ReactNode;
