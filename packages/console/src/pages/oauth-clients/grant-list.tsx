import type { Grant } from "@bowline/sdk";
import { Badge, Button, Code, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { grantsQuery } from "../../api/grants.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { When } from "../../parts/when.tsx";

/** The programs that the person allowed to act, with what they may do. */
export function GrantList(): ReactNode {
  const query = useQuery(grantsQuery);
  const { data: toolsets = [] } = useQuery(toolsetsQuery);
  const [withdrawn, setWithdrawn] = useState<Grant | null>(null);
  const queryClient = useQueryClient();
  return (
    <Loaded query={query}>
      {(grants) =>
        grants.length === 0 ? (
          <Empty
            icon="shield-check"
            title="No program acts for you"
            action={
              <Button component={Link} to="/toolsets">
                Choose a toolset
              </Button>
            }
          >
            Connect an agent to a toolset. When it has signed in with OAuth, it is listed here, and you can
            withdraw what you allowed.
          </Empty>
        ) : (
          <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
            {grants.map((grant) => (
              <Paper key={grant.grantId} p="md" component="li">
                <Group justify="space-between" wrap="nowrap" align="flex-start">
                  <Stack gap={6} miw={0}>
                    <Group gap="xs">
                      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                        {grant.clientName}
                      </Text>
                      <Badge color={grant.toolsetId === null ? "gray" : "sea"}>
                        {grant.toolsetId === null
                          ? "Everything"
                          : (toolsets.find(({ toolsetId }) => toolsetId === grant.toolsetId)?.name ??
                            "One toolset")}
                      </Badge>
                      {grant.readOnly && <Badge color="teal">Read-only</Badge>}
                    </Group>
                    <Text size="sm" c="dimmed">
                      {grant.lastUsedDate === null ? (
                        "Not used yet"
                      ) : (
                        <>
                          Last used <When date={grant.lastUsedDate} />
                        </>
                      )}
                      , allowed <When date={grant.createdDate} />, ends <When date={grant.expiresDate} />
                    </Text>
                    <Group gap={6}>
                      {grant.scopes.map((scope) => (
                        <Code key={scope}>{scope}</Code>
                      ))}
                    </Group>
                  </Stack>
                  <Button
                    variant="default"
                    flex="none"
                    onClick={() => setWithdrawn(grant)}
                    aria-label={`Withdraw ${grant.clientName}`}
                  >
                    Withdraw
                  </Button>
                </Group>
              </Paper>
            ))}
            <Confirm
              isOpen={withdrawn !== null}
              close={() => setWithdrawn(null)}
              title={`Withdraw ${withdrawn?.clientName ?? ""}?`}
              action="Withdraw"
              run={async () => {
                if (withdrawn !== null) {
                  await bowline.grants.delete(withdrawn.grantId);
                  await queryClient.invalidateQueries({ queryKey: ["grants"] });
                }
              }}
            >
              Its next call is refused. It may ask you again.
            </Confirm>
          </Stack>
        )
      }
    </Loaded>
  );
}
