import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

/** The item of a menu that deletes something, after it was confirmed. */
export function DeleteItem({ children, onClick }: { children: ReactNode; onClick(): void }): ReactNode {
  return (
    <Menu.Item
      color="var(--mantine-color-error)"
      leftSection={<Icon name="trash-2" size={16} />}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}
