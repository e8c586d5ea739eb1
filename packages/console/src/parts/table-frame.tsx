import { Paper } from "@mantine/core";
import type { ReactNode } from "react";

/** The frame of a table. */
export function TableFrame({ children }: { children: ReactNode }): ReactNode {
  return <Paper style={{ overflow: "hidden" }}>{children}</Paper>;
}
