import { Box, Code, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  code: string;
  /** What the button copies, such as `Copy command`. */
  label?: string;
  /** In pixels. More than that scrolls. */
  maxHeight?: number;
  /** Of longer code only the beginning is shown; the button copies all of it. Default: it is shown whole. */
  mostCharacters?: number;
}

/** A block of code with a button to copy it. */
export function CodeBlock({ code, label = "Copy", maxHeight, mostCharacters }: CodeBlockProps): ReactNode {
  const isCut = mostCharacters !== undefined && code.length > mostCharacters;
  return (
    <Box pos="relative">
      {/* A long line scrolls, so the block must be reachable by keyboard. */}
      <Code
        block
        tabIndex={0}
        pr={44}
        style={{
          border: "1px solid var(--line)",
          background: "var(--ground)",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          ...(maxHeight !== undefined && { maxHeight, overflowY: "auto" }),
        }}
      >
        {isCut ? `${code.slice(0, mostCharacters).toWellFormed()}…` : code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyButton value={code} label={label} />
      </Box>
      {isCut && (
        <Text size="xs" c="dimmed" mt={6}>
          Only the beginning is shown. The button copies all of it.
        </Text>
      )}
    </Box>
  );
}
