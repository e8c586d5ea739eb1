import { UsageError } from "../errors.ts";

/** @param example an option that would change something @throws UsageError when nothing is to be changed */
export function checkChange(change: object, example: string): void {
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError(`Say what to change, for example with ${example}. Add --help for all options.`);
  }
}
