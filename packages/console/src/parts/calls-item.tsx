import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

/** What a list of calls can be of. */
export type CallsOf = "member" | "key" | "connection" | "toolset";

/** The item of a menu that leads to the calls in the history that something had a part in. */
export const CallsItem = ({ of, id }: { of: CallsOf; id: string | number }): ReactNode => (
  <Menu.Item
    leftSection={<Icon name="activity" size={16} />}
    renderRoot={(props) => <Link to="/history" search={{ [of]: String(id) }} {...props} />}
  >
    All calls
  </Menu.Item>
);
