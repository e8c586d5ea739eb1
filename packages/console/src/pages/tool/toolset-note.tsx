import type { Toolset } from "@bowline/sdk";
import { Alert, Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import type { Presets } from "./presets.ts";

/** Says that the tool runs through a toolset, as an agent's calls do, and what the toolset fills in. */
export function ToolsetNote({ toolset, presets }: { toolset: Toolset; presets: Presets }): ReactNode {
  const names = Object.keys(presets);
  return (
    <Alert color="sea" icon={<Icon name="layers" />}>
      <Text size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
        It runs through the toolset{" "}
        <AnchorLink
          inherit
          underline="always"
          to="/toolsets/$toolsetId"
          params={{ toolsetId: toolset.toolsetId }}
        >
          {toolset.name}
        </AnchorLink>
        {names.length > 0 && ", which fills in:"}
      </Text>
      {names.length > 0 && (
        <Stack gap={4} mt={6} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {names.map((name) => (
            <Text key={name} size="sm" component="li" style={{ overflowWrap: "anywhere" }}>
              <strong>{name}</strong> <Code>{JSON.stringify(presets[name])}</Code>
            </Text>
          ))}
        </Stack>
      )}
    </Alert>
  );
}
