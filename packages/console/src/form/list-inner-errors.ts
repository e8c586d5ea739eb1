import type { ErrorSchema } from "@rjsf/utils";
import { type Path, writePath } from "./values.ts";

const listedAtMost = 8;

/** Lists what is wrong inside of a value that one field shows whole, each with its place in the value. */
export function listInnerErrors(errors: ErrorSchema | undefined): string[] {
  const found = listBelow(errors ?? {}, []);
  const rest = found.length - listedAtMost;
  return rest > 0 ? [...found.slice(0, listedAtMost), `And ${rest} more.`] : found;
}

const listBelow = ({ __errors: own = [], ...members }: ErrorSchema, path: Path): string[] => [
  ...(path.length === 0 ? [] : own.map((message) => `${writePath(path)}: ${message}`)),
  ...Object.entries(members as Record<string, ErrorSchema>).flatMap(([name, inner]) =>
    listBelow(inner, [...path, name]),
  ),
];
