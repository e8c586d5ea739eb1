import { checkNoProblems } from "../../api-error.ts";
import type { InputOf } from "../handler.ts";

type Body = InputOf<"importApplication">["body"];

/**
 * Checks that an import has no members that only imports of other kinds have.
 *
 * @throws ApiError `VALIDATION_ERROR` that names each, with `issue`
 */
export const checkAbsent = (body: Body, names: readonly (keyof Body)[], issue: string): void =>
  checkNoProblems(names.filter((name) => body[name] != null).map((field) => ({ field, issue })));
