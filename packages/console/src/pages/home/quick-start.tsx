import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { catalogQuery, isPreparing } from "../../api/applications.ts";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { Preparing } from "../../parts/preparing.tsx";
import classes from "../applications/application-card.module.css";

/** Applications that many people begin with, in this order. */
const popular = [
  "github",
  "slack",
  "notion",
  "gmail",
  "google-calendar",
  "linear",
  "jira",
  "stripe",
  "hubspot",
  "google-drive",
  "airtable",
  "discord",
];

/** Applications to begin with, by their icons. */
export function QuickStart(): ReactNode {
  const { data: applications } = useQuery(catalogQuery);
  const ranked = (applications ?? [])
    .toSorted((one, other) => rank(one.slug) - rank(other.slug))
    .slice(0, popular.length);
  if (isPreparing(applications)) {
    return <Preparing />;
  }
  return ranked.length === 0 ? null : (
    <Stack gap="sm">
      <Title order={2}>Begin with an application</Title>
      <SimpleGrid cols={{ base: 3, xs: 4, md: 6 }} spacing="sm">
        {ranked.map(({ slug, name }) => (
          <Paper key={slug} p="md" className={classes.card}>
            <Stack align="center" gap="xs">
              <ApplicationIcon slug={slug} size={44} />
              <Text size="sm" fw={550} ta="center" w="100%" lineClamp={2} lh={1.3} dir="auto">
                <Link to="/applications/$slug" params={{ slug }} className={classes.link}>
                  {name}
                </Link>
              </Text>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

const rank = (slug: string): number => {
  const place = popular.indexOf(slug);
  return place === -1 ? popular.length : place;
};
