import type { Registry } from "@rjsf/utils";
import { useEffect } from "react";
import { readContext } from "./form-context.ts";
import { type Path, writePath } from "./values.ts";

/** Tells the form why what a field shows is not its data; null: it is. A field that leaves the form, or moves in it, takes its problem along. */
export function useTextProblem(registry: Registry, path: Path, problem: string | null): void {
  const { setTextProblem } = readContext(registry);
  const written = writePath(path);
  useEffect(() => {
    setTextProblem(written, problem);
    return () => setTextProblem(written, null);
  }, [written, problem, setTextProblem]);
}
