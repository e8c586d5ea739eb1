import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Schema } from "../src/db/schema.ts";
import type { TestDatabase } from "./test-database.ts";

/** A step of the plan of a query that was run. */
export interface PlanStep {
  /** The table that it reads; undefined: it reads other steps. */
  table: string | undefined;
  /** The rows that it read in all its rounds, with those that its condition left out. */
  rows: number;
}

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Runs queries, each once more with EXPLAIN ANALYZE, and returns the steps of their plans. */
export async function explainQueries(
  { pool }: Pick<TestDatabase, "pool">,
  run: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<PlanStep[]> {
  const queries: CompiledQuery[] = [];
  const log = ({ query }: { query: CompiledQuery }) => void queries.push(query);
  await run(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log }));
  const steps: PlanStep[] = [];
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    steps.push(...listSteps(rows[0]["QUERY PLAN"][0].Plan));
  }
  return steps;
}

const listSteps = (node: PlanNode): PlanStep[] => [
  {
    table: node["Relation Name"],
    rows: (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
  },
  ...(node.Plans ?? []).flatMap(listSteps),
];
