import type pg from "pg";

/** A range of ids that one server may assign to a company's history records. */
export interface HistoryBlock {
  companyId: number;
  /** The first and the last id. */
  first: number;
  last: number;
  /** Ids in the range that older records still have. */
  used: ReadonlySet<number>;
}

interface BlockRow extends Omit<HistoryBlock, "used"> {
  used: number[];
}

/** Ids are int32: the last block ends at 2,147,483,647. */
const takeBlocks = {
  name: "take-history-blocks",
  text: `with taken as (
      insert into history_block as held (company_id, last_block)
      select wanted, 1 from unnest($1::int[]) as wanted order by wanted
      on conflict (company_id) do update
        set last_block = case when held.last_block >= 2147484 then 1 else held.last_block + 1 end
      returning company_id, (last_block - 1) * 1000 + 1 as first, least(last_block * 1000::bigint, 2147483647)::int as last
    )
    select company_id as "companyId", first, last, array(
      select history_id from execution
      where execution.company_id = taken.company_id and history_id between first and last) as used
    from taken`,
};

/** Reserves a block of ids for each company (decisions D84). */
export async function takeHistoryBlocks(pool: pg.Pool, companyIds: number[]): Promise<HistoryBlock[]> {
  const { rows } = await pool.query<BlockRow>({ ...takeBlocks, values: [companyIds] });
  return rows.map((row) => ({ ...row, used: new Set(row.used) }));
}
