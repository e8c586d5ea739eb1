import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ApplicationPage(): ReactNode {
  return <Page title="Application">{null}</Page>;
}
