import type { Cut } from "./cut-result.ts";

/** Says which part of a result is shown, and how to read on. */
export function describeCut(cut: Cut, historyId: number | null, canReadOn: boolean): string {
  const { unit, from, to, total, isRecordCut } = cut;
  if (from >= total) {
    return `There are only ${total} ${unit}.`;
  }
  const shown = `This is a part of the result: ${unit} ${from} to ${to - 1} of ${total} (counted from 0).`;
  const cutRecord = isRecordCut ? " The record is too long and was cut." : "";
  return `${shown}${cutRecord}${to < total ? ` ${adviseReadOn(to, historyId, canReadOn)}` : ""}`;
}

function adviseReadOn(offset: number, historyId: number | null, canReadOn: boolean): string {
  return canReadOn && historyId !== null
    ? `Read on with bowline_read_result ${JSON.stringify({ historyId, offset })}.`
    : "Ask for less, such as a smaller page, to see the rest.";
}
