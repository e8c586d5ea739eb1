import type { SummaryGroupBy } from "@bowline/contract";
import { type RawBuilder, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** How a summary is divided. */
export interface SummaryOptions {
  intervalSeconds: number;
  /** A time at which a bucket begins. */
  origin: Date;
  /** Null: one group. */
  groupBy: SummaryGroupBy | null;
}

/** The groups that counted hours know nothing of, since there may be as many as records. */
export const uncountedColumns = {
  connection: "connection_id",
  apiKey: "api_key_id",
} as const satisfies Partial<Record<SummaryGroupBy, keyof Schema["execution"]>>;
export type UncountedGroup = keyof typeof uncountedColumns;
/** The key of connections and of API keys that are not among the largest. */
export const otherUncounted = "other";
/** The keys of tools and of members that are not among the largest. No tool or member has them. */
const otherTools = " ";
const otherMembers = 0;

export const groupColumns = {
  application: "application_slug",
  tool: "tool_slug",
  source: "source",
  kind: "failure_kind",
  member: "account_user_id",
} as const satisfies Record<Exclude<SummaryGroupBy, UncountedGroup>, keyof Schema["execution"]>;

export const isUncounted = (groupBy: SummaryOptions["groupBy"]): groupBy is UncountedGroup =>
  groupBy !== null && Object.hasOwn(uncountedColumns, groupBy);

/** SQL for the bucket and the group of a record or an hour. */
export interface Place {
  start: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
}

/** A group's key. */
export type Key = string | number;

export function buildPlace(
  { intervalSeconds, origin, groupBy }: SummaryOptions,
  time: RawBuilder<unknown>,
  largest: readonly Key[],
): Place {
  return {
    start: sql`date_bin(make_interval(secs => ${intervalSeconds}), ${time}, ${origin}::timestamptz)`,
    column: buildColumn(groupBy, largest),
  };
}

function buildColumn(groupBy: SummaryOptions["groupBy"], largest: readonly Key[]): RawBuilder<unknown> {
  switch (groupBy) {
    case null:
      return sql`null::text`;
    case "connection":
    case "apiKey": {
      const id = sql.ref(uncountedColumns[groupBy]);
      return sql`case when ${id} = any(${largest}::int[]) then ${id}::text
        when ${id} is not null then ${sql.lit(otherUncounted)} end`;
    }
    case "tool":
      return sql`case when tool_slug = any(${largest}::text[]) then tool_slug else ${sql.lit(otherTools)} end`;
    case "member":
      return sql`case when account_user_id = any(${largest}::int[]) then account_user_id else ${sql.lit(otherMembers)} end`;
    default:
      return sql.ref(groupColumns[groupBy]);
  }
}

/** The key of the groups that `findLargestGroups` leaves out. Null: it leaves out none. */
export function findOtherKey(groupBy: SummaryOptions["groupBy"]): Key | null {
  switch (groupBy) {
    case "connection":
    case "apiKey":
      return otherUncounted;
    case "tool":
      return otherTools;
    case "member":
      return otherMembers;
    default:
      return null;
  }
}
