import { Menu, useMantineColorScheme } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { identityQuery } from "../api/identity.ts";
import { consoleBase } from "../console-base.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-names.ts";
import { describeError } from "../parts/problem.tsx";
import { signOut } from "../session/sign-out.ts";
import { AccountButton } from "./account-button.tsx";

const schemes = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "As the system", icon: "monitor" },
] as const satisfies { value: string; label: string; icon: IconName }[];

/** The account's button with its menu. It is there because the button was pressed, so the menu opens at once. */
export function AccountDropdown(): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu gives the focus back to it.
    button.current?.focus();
    setIsOpen(true);
  }, []);
  const leave = () =>
    signOut().catch((error: unknown) =>
      notifications.show({ color: "red", title: "You are not signed out", message: describeError(error) }),
    );
  return (
    <Menu position="top-start" width={220} withinPortal opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{identity?.email}</Menu.Label>
        <Menu.Item component="a" href={`${consoleBase}/account`} leftSection={<Icon name="user" size={16} />}>
          Password and sessions
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`${consoleBase}/docs`}
          leftSection={<Icon name="book-open" size={16} />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colors</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={colorScheme === value ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="log-out" size={16} />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
