import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { Page } from "../../parts/page.tsx";
import { Attention } from "./attention.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LastDay } from "./last-day.tsx";
import { LatestCalls } from "./latest-calls.tsx";
import { QuickStart } from "./quick-start.tsx";

/** What is to be done next, what needs attention, and what ran. */
export function HomePage(): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const { data: connections } = useQuery(connectionsQuery);
  const firstName = identity?.fullName.split(" ")[0];
  return (
    <Page
      title="Home"
      description={
        firstName === undefined ? undefined : `Hello ${firstName}. This is ${identity?.currentCompany}.`
      }
      actions={
        <Button component={Link} to="/applications" variant="default">
          All applications
        </Button>
      }
    >
      <Stack gap="lg">
        <Attention />
        <FirstSteps />
        {connections?.length === 0 && <QuickStart />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <LastDay />
          <LatestCalls />
        </SimpleGrid>
      </Stack>
    </Page>
  );
}
