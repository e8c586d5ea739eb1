import type { Identity } from "@bowline/sdk";
import {
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { identityQuery } from "../../api/identity.ts";
import { consoleBase } from "../../console-base.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { readTimeZone, setTimeZone, subscribeToTimeZone } from "../../parts/time-zone.ts";
import { Addresses } from "./addresses.tsx";
import { DeleteProfile } from "./delete-profile.tsx";
import { ServerStatus } from "./server-status.tsx";

/** Who is signed in, how the console looks, and for Admins how the server is. */
export function SettingsPage(): ReactNode {
  const query = useQuery(identityQuery);
  return (
    <Page title="Settings" width="narrow">
      <Loaded query={query} lines={8}>
        {(identity) => (
          <Stack gap="lg">
            <You identity={identity} />
            <Appearance />
            <Addresses isAdmin={identity.role === "Admin"} />
            {identity.role === "Admin" && <ServerStatus />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function You({ identity: { fullName, email, currentCompany, role } }: { identity: Identity }): ReactNode {
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        You
      </Title>
      <Group justify="space-between">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Text fw={550}>{fullName}</Text>
          <Text size="sm" c="dimmed">
            {email} · {role} of {currentCompany}
          </Text>
        </div>
        <Group gap="sm">
          <Button component="a" href={`${consoleBase}/account`} variant="default">
            Password and sessions
          </Button>
          <DeleteProfile email={email} />
        </Group>
      </Group>
    </Paper>
  );
}

const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "As the system" },
] as const;

function Appearance(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        Appearance
      </Title>
      <Stack>
        <div>
          <Text size="sm" fw={500} mb={4} id="colors">
            Colors
          </Text>
          <SegmentedControl
            aria-labelledby="colors"
            maw="100%"
            // On a small phone, words go on in a second line. Elsewhere each choice is as wide as its words.
            styles={{ control: { flex: "1 1 auto" }, label: { whiteSpace: "normal" } }}
            data={[...schemes]}
            value={colorScheme}
            onChange={setColorScheme}
          />
        </div>
        <Select
          label="Time zone"
          placeholder={`As this browser: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          data={["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]}
          value={timeZone ?? null}
          onChange={(zone) => setTimeZone(zone ?? undefined)}
          searchable
          clearable
          limit={100}
          maw={360}
        />
      </Stack>
    </Paper>
  );
}
