import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

/** Stands in for lines that are being loaded. */
export function LoadingLines({ lines }: { lines: number }): ReactNode {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The lines never change.
        <Skeleton key={line} height={44} radius="md" />
      ))}
    </Stack>
  );
}
