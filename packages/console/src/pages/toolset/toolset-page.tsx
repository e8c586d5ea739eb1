import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ToolsetPage(): ReactNode {
  return <Page title="Toolset">{null}</Page>;
}
