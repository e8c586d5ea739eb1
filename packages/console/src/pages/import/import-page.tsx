import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ImportPage(): ReactNode {
  return <Page title="Import">{null}</Page>;
}
