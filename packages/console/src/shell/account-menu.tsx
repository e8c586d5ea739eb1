import {
  Avatar,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { identityQuery } from "../api/identity.ts";
import { consoleBase } from "../console-base.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-names.ts";
import { signOut } from "../session/sign-out.ts";

const schemes = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "As the system", icon: "monitor" },
] as const satisfies { value: string; label: string; icon: IconName }[];

/** Who is signed in, the colours, and the way out. */
export function AccountMenu(): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={220} withinPortal>
      <Menu.Target>
        <UnstyledButton w="100%" p="xs">
          <VisuallyHidden>Account</VisuallyHidden>
          <Group gap="sm" wrap="nowrap">
            <Avatar size={32} radius="xl" color="sea" name={identity?.fullName ?? ""} variant="filled" />
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" fw={550} truncate>
                {identity?.fullName ?? "…"}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {identity?.currentCompany ?? ""}
              </Text>
            </div>
            <Icon name="chevron-up" size={16} />
          </Group>
        </UnstyledButton>
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
        <Menu.Label>Colours</Menu.Label>
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
        <Menu.Item leftSection={<Icon name="log-out" size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
