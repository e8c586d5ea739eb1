import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function RecordPage(): ReactNode {
  return <Page title="Record">{null}</Page>;
}
