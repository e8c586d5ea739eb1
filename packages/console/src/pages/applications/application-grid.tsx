import type { Application } from "@bowline/sdk";
import { useMatches } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { useFocusedRow } from "../../parts/use-focused-row.ts";
import { useScrollMargin } from "../../parts/use-scroll-margin.ts";
import { ApplicationCard } from "./application-card.tsx";
import classes from "./application-grid.module.css";

/** Up to this many cards are all in the document, so that the browser's own search finds each. With more, only the rows in sight are. */
const allInDocument = 200;
/** The height of a card, in the browser's font size, which people may choose; its style sheet has it, too. */
const cardRem = 10.125;
/** Pixels. */
const gap = 16;

const measureCard = (): number =>
  cardRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

interface ApplicationGridProps {
  applications: readonly Application[];
  /** How many connections the person has, by application slug. */
  connected: ReadonlyMap<string, number>;
}

/** Applications as cards. */
export function ApplicationGrid({ applications, connected }: ApplicationGridProps): ReactNode {
  const columns = useMatches({ base: 1, xs: 2, md: 3, xl: 4 }, { getInitialValueInEffect: false });
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useScrollMargin(list);
  const rows = Math.ceil(applications.length / columns);
  const { rangeExtractor, listEvents } = useFocusedRow(columns);
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: measureCard,
    gap,
    overscan: applications.length <= allInDocument ? rows : 3,
    scrollMargin,
    rangeExtractor,
  });
  return (
    <ul
      ref={list}
      {...listEvents}
      className={classes.grid}
      style={{ height: virtualizer.getTotalSize(), "--columns": columns } as CSSProperties}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
        applications.slice(row * columns, (row + 1) * columns).map((application, column) => (
          <li
            key={application.slug}
            aria-setsize={applications.length}
            aria-posinset={row * columns + column + 1}
            className={classes.item}
            style={{ "--column": column, "--top": `${start - scrollMargin}px` } as CSSProperties}
          >
            <ApplicationCard
              application={application}
              connectionCount={connected.get(application.slug) ?? 0}
            />
          </li>
        )),
      )}
    </ul>
  );
}
