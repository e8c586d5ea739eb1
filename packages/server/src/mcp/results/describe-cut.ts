import type { Cut } from "./cut-result.ts";

/** Says which part of a result is shown, and how to read on. */
export function describeCut(cut: Cut, historyId: number | null, canReadOn: boolean): string {
  const { unit, from, to, total, hasFrame, record } = cut;
  if (from >= total) {
    return total === 1 ? `There is only 1 ${unit.slice(0, -1)}.` : `There are only ${total} ${unit}.`;
  }
  const shown = `This is a part of the result: ${unit} ${from} to ${to - 1} of ${total} (counted from 0).`;
  const next = findNext(cut);
  return [
    shown,
    ...(record === null ? [] : [describeRecord(record)]),
    ...(hasFrame ? [] : ["What stands around the records is left out."]),
    ...(next === null ? [] : [adviseReadOn(next, historyId, canReadOn)]),
  ].join(" ");
}

const describeRecord = ({ from, to, total }: NonNullable<Cut["record"]>): string =>
  from >= total
    ? `The record has only ${total} characters.`
    : `The record is too long: these are its characters ${from} to ${to - 1} of ${total}.`;

/** Where to read on. Null: nothing is left. */
function findNext({ from, to, total, record }: Cut): { offset: number; character?: number } | null {
  if (record !== null && record.to < record.total) {
    return { offset: from, character: record.to };
  }
  return to < total ? { offset: to } : null;
}

function adviseReadOn(
  next: { offset: number; character?: number },
  historyId: number | null,
  canReadOn: boolean,
): string {
  return canReadOn && historyId !== null
    ? `Read on with bowline_read_result ${JSON.stringify({ historyId, ...next })}.`
    : "Ask for less, such as a smaller page, to see the rest.";
}
