import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ToolPage(): ReactNode {
  return <Page title="Tool">{null}</Page>;
}
