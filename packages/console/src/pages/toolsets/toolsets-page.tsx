import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ToolsetsPage(): ReactNode {
  return <Page title="Toolsets">{null}</Page>;
}
