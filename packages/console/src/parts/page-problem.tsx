import type { ReactNode } from "react";
import { Page } from "./page.tsx";
import { Problem } from "./problem.tsx";

/** Shown instead of a page that could not be drawn or loaded. */
export function PageProblem({ error, reset }: { error: unknown; reset: () => void }): ReactNode {
  return (
    <Page title="This page could not be shown">
      <Problem error={error} retry={reset} />
    </Page>
  );
}
