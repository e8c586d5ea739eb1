import type { ReactNode } from "react";
import { PartError } from "../load-part.ts";
import { MissingPart } from "./missing-part.tsx";
import { Page } from "./page.tsx";
import { Problem } from "./problem.tsx";

/** Shown instead of a page that could not be drawn or loaded. */
export function PageProblem({ error, reset }: { error: unknown; reset: () => void }): ReactNode {
  return (
    <Page title="This page could not be shown">
      {error instanceof PartError ? <MissingPart /> : <Problem error={error} retry={reset} />}
    </Page>
  );
}
