import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { consoleBase } from "../console-base.ts";

/** An application's icon from this server, on white, because brands draw for white. Default size 36 pixels. */
export function ApplicationIcon({ slug, size = 36 }: { slug: string; size?: number }): ReactNode {
  return (
    <Box
      w={size}
      h={size}
      p={size / 6}
      bg="#fff"
      style={{
        flex: "none",
        borderRadius: size / 4,
        border: "1px solid var(--mantine-color-default-border)",
      }}
    >
      <img
        src={`${consoleBase}/icons/${encodeURIComponent(slug)}.svg`}
        alt=""
        width="100%"
        height="100%"
        loading="lazy"
        style={{ display: "block" }}
      />
    </Box>
  );
}
