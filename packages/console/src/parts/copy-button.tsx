import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { Copying } from "./copying.tsx";
import { Tooltip } from "./tooltip.tsx";

/** Copies a text. `label` says what is copied, such as `Copy key`. */
export function CopyButton({ value, label }: { value: string; label: string }): ReactNode {
  return (
    <Copying value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : label}>
          <ActionIcon variant="subtle" color={copied ? "teal" : "gray"} onClick={copy} aria-label={label}>
            <Icon name={copied ? "check" : "copy"} size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}
