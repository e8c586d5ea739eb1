import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { Copying } from "./copying.tsx";

/** The item of a menu that copies a text, such as an id for the API. The menu stays open to show that it was copied. */
export function CopyItem({ value, children }: { value: string; children: string }): ReactNode {
  return (
    <Copying value={value}>
      {({ copied, copy }) => (
        <Menu.Item
          leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
          onClick={copy}
          closeMenuOnClick={false}
        >
          {copied ? "Copied" : children}
        </Menu.Item>
      )}
    </Copying>
  );
}
