import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function HomePage(): ReactNode {
  return <Page title="Home">{null}</Page>;
}
