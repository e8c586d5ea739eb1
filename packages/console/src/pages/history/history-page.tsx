import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function HistoryPage(): ReactNode {
  return <Page title="History">{null}</Page>;
}
