import type { ServerStatus as Status } from "@bowline/sdk";
import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { statusQuery } from "../../api/status.ts";
import { countOf } from "../../parts/count-of.ts";
import { formatDuration } from "../../parts/format-figures.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { When } from "../../parts/when.tsx";
import { Fact, Facts } from "./facts.tsx";

/** How the server is, read anew every few seconds. */
export function ServerStatus(): ReactNode {
  const query = useQuery(statusQuery);
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <Title order={2}>Server</Title>
        {query.data !== undefined && (
          <Badge size="lg" color={query.isError ? "red" : "teal"}>
            {query.isError ? "No response" : "Ready"}
          </Badge>
        )}
      </Group>
      <Loaded query={query} lines={8}>
        {(status) => (
          <Stack gap="lg">
            {query.error !== null && <Problem error={query.error} retry={() => query.refetch()} />}
            <StatusGroups status={status} />
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

const histories: Record<Status["history"]["keeps"], string> = {
  full: "Records with input and output",
  metadata: "Records without input and output",
  off: "No records",
};
const searches: Record<Status["search"], string> = {
  lexical: "By words",
  hybrid: "By words and by meaning",
};

const builtInStates: Record<Status["builtIns"]["state"], string> = {
  off: "Turned off",
  waiting: "Not installed yet",
  installed: "Installed",
};

function StatusGroups({ status }: { status: Status }): ReactNode {
  const { version, baseUrl, startedDate, database, redis, jobs, history, limits, catalog, search } = status;
  const { masterKey, builtIns, limitUse } = status;
  return (
    <>
      <Facts title="This server">
        <Fact name="Version">{version}</Fact>
        <Fact name="Base URL">{baseUrl}</Fact>
        <Fact name="Started">
          <When date={startedDate} />
        </Fact>
      </Facts>
      <Facts title="Processes">
        {status.processes.map(({ host, version: running, startedDate: since, aliveDate, isAlive }) => (
          <Fact key={`${host} ${since}`} name={host}>
            {running}
            <Badge color={isAlive ? "teal" : "red"}>{isAlive ? "Alive" : "No sign of life"}</Badge>
            <Text span size="sm" c="dimmed">
              {isAlive ? "started" : "last seen"} <When date={isAlive ? since : aliveDate} />
            </Text>
          </Fact>
        ))}
      </Facts>
      <Facts title="Storage and work">
        <Fact name="Database">
          PostgreSQL {database.version}
          <Badge color="gray">{database.isEmbedded ? "Embedded" : "External"}</Badge>
        </Fact>
        <Fact name="Database response">{formatLatency(database.latencyMs)}</Fact>
        <Fact name="Redis">
          {redis === null ? (
            <>
              Not configured
              <Text span size="sm" c="dimmed">
                Each process counts calls by itself.
              </Text>
            </>
          ) : (
            <Badge color={redis.isReady ? "teal" : "red"}>
              {redis.isReady ? "Connected" : "No connection"}
            </Badge>
          )}
        </Fact>
        <Fact name="Master key">
          {masterKey.since === null ? (
            "In use since before an upgrade"
          ) : (
            <span>
              Set <When date={masterKey.since} />
            </span>
          )}
          {!masterKey.isOnlyOne && <Badge color="orange">Rotation not finished</Badge>}
        </Fact>
        <Fact name="Background jobs">
          {formatCount(jobs.waiting)} waiting, {formatCount(jobs.active)} running
          {jobs.failed > 0 && <Badge color="red">{formatCount(jobs.failed)} failed</Badge>}
        </Fact>
        <Fact name="History">
          {histories[history.keeps]}
          {history.keeps !== "off" && `, kept ${countOf(history.days, "day")}`}
        </Fact>
      </Facts>
      <Facts title="Limits of the company">
        <Fact name="Calls">
          {describeLimit(limits.burst, limits.hourly)}
          <LimitUse used={limitUse?.hourly} limit={limits.hourly} />
        </Fact>
        <Fact name="Searches">
          {describeLimit(limits.searchBurst, limits.searchHourly)}
          <LimitUse used={limitUse?.searchHourly} limit={limits.searchHourly} />
        </Fact>
      </Facts>
      <Facts title="Catalog">
        <Fact name="Applications">
          {formatCount(catalog.applications)}
          <Text span size="sm" c="dimmed">
            {formatCount(catalog.builtInApplications)} built in
          </Text>
          {catalog.hiddenApplications > 0 && (
            <Badge color="gray">{formatCount(catalog.hiddenApplications)} hidden</Badge>
          )}
        </Fact>
        <Fact name="Built in">
          {builtInStates[builtIns.state]}
          {builtIns.installedDate !== null && <When date={builtIns.installedDate} />}
        </Fact>
        <Fact name="Tools">{formatCount(catalog.tools)}</Fact>
        <Fact name="Search">{searches[search]}</Fact>
      </Facts>
    </>
  );
}

/** The share of a budget from which it is worth a color. */
const nearlyUsed = 0.8;

/** How much of an hour's budget is used. A limit of 0 is none. */
function LimitUse({ used, limit }: { used: number | undefined; limit: number }): ReactNode {
  if (used === undefined || limit === 0) {
    return null;
  }
  return (
    <Badge color={used >= nearlyUsed * limit ? "orange" : "gray"}>{formatCount(used)} used this hour</Badge>
  );
}

const formatCount = (count: number): string => count.toLocaleString("en");

/** Most responses of a database take less than a millisecond, so two places are shown below ten. */
const formatLatency = (ms: number): string => (ms < 10 ? `${ms.toFixed(2)} ms` : formatDuration(ms));

/** Zero means no limit. */
function describeLimit(burst: number, hourly: number): string {
  const parts = [
    burst > 0 && `${formatCount(burst)} in a second`,
    hourly > 0 && `${formatCount(hourly)} in an hour`,
  ].filter(Boolean);
  return parts.length === 0 ? "No limit" : parts.join(", ");
}
