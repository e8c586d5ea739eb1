import { Avatar, Group, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { identityQuery } from "../api/identity.ts";
import { Icon } from "../icons/icon.tsx";

/** Who is signed in, as a button. */
export function AccountButton(props: ComponentProps<"button">): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  return (
    <UnstyledButton w="100%" p="xs" {...props}>
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
  );
}
