import { ApiError, type ApiResponse, type Tool, type ToolExecuteResponse } from "@bowline/sdk";
import { Alert, Badge, Box, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { JsonInput } from "../../form/json-input.tsx";
import { isObject } from "../../form/json-schema.ts";
import { Icon } from "../../icons/icon.tsx";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { countOf } from "../../parts/count-of.ts";
import { formatDuration, formatSize } from "../../parts/format-figures.ts";
import { Problem } from "../../parts/problem.tsx";
import { FailureView } from "../../result/failure-view.tsx";
import { findList } from "../../result/find-list.ts";
import { ResultView } from "../../result/result-view.tsx";
import type { Outcome } from "./use-run.ts";

interface OutcomeViewProps {
  tool: Tool;
  outcome: Outcome;
  onSort?: ((fieldName: string) => void) | undefined;
}

/** What came of a run. */
export function OutcomeView({ tool, outcome, onSort }: OutcomeViewProps): ReactNode {
  if (outcome.kind === "refused") {
    return <Refusal tool={tool} error={outcome.error} />;
  }
  const { response, isDryRun, run } = outcome;
  const { data, headers } = response;
  if (isDryRun && data.isSuccess) {
    return (
      <Stack gap="md">
        <Warnings headers={headers} />
        <DryRun request={data.output} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Facts tool={tool} response={response} />
      {!data.isSuccess && (
        <FailureView
          kind={headers.get("x-bowline-failure-kind")}
          statusCode={data.executionInfo?.statusCode ?? null}
          message={data.errorMessage ?? "The tool failed."}
          applicationSlug={tool.applicationSlug}
          approvalId={headers.get("x-bowline-approval-id")}
        />
      )}
      <Warnings headers={headers} />
      {(data.isSuccess || (data.output !== null && data.output !== undefined)) && (
        <ResultView
          output={data.output}
          resultsPath={tool.resultsPath}
          name={tool.slug}
          sort={run.options.sort}
          onSort={tool.resultsPath === null ? undefined : onSort}
        />
      )}
    </Stack>
  );
}

const resolutions: Record<string, string> = {
  explicit: "the connection chosen",
  toolset: "the toolset's connection",
  default: "your default connection",
  none: "no connection",
};

function Facts({ tool, response }: { tool: Tool; response: ApiResponse<ToolExecuteResponse> }): ReactNode {
  const { data, headers, requestId } = response;
  const { statusCode, executionTime, dataSize } = data.executionInfo ?? {};
  const list = findList(data.output, tool.resultsPath);
  const facts = [
    typeof statusCode === "number" ? `Status ${statusCode}` : null,
    typeof executionTime === "number" ? formatDuration(executionTime) : null,
    typeof dataSize === "number" ? formatSize(dataSize) : null,
    list === null ? null : countOf(list.length, "result"),
    resolutions[headers.get("x-bowline-resolved-by") ?? ""] ?? null,
  ].filter((fact) => fact !== null);
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        <Badge
          color={data.isSuccess ? "teal" : "red"}
          leftSection={<Icon name={data.isSuccess ? "check" : "x"} size={12} />}
        >
          {data.isSuccess ? "Succeeded" : "Failed"}
        </Badge>
        <Text size="xs" c="dimmed">
          {facts.join(" · ")}
        </Text>
      </Group>
      <Group gap="xs">
        {!data.isSuccess && requestId !== null && (
          <Text size="xs" c="dimmed">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {data.historyId !== null && (
          <AnchorLink size="xs" to="/history/$historyId" params={{ historyId: String(data.historyId) }}>
            Record {data.historyId} in the history
          </AnchorLink>
        )}
      </Group>
    </Group>
  );
}

const cuts: Record<string, string> = {
  page: "Perhaps not all results were read: the application's largest page was full, and no way to the next one is known.",
  pages: "Not all results were read: the application has more pages than one call may follow.",
  time: "Not all results were read in the time of one call.",
  bytes: "Not all results were read: they are larger than one call may be.",
  rows: "Not all rows were read: the database has more than one statement returns.",
  link: "Not all results were read: the next page has another address, which is not followed.",
  repeated: "Perhaps not all results were read: the application came back to a page that was read before.",
};

function Warnings({ headers }: { headers: Headers }): ReactNode {
  const cut = headers.get("x-bowline-results-cut");
  const texts = [
    cut === null ? null : (cuts[cut] ?? "Not all results were read."),
    headers.get("x-bowline-warning"),
  ];
  return texts.map((text) =>
    text === null ? null : (
      <Alert key={text} color="yellow" icon={<Icon name="triangle-alert" />} role="status">
        {text}
      </Alert>
    ),
  );
}

function Refusal({ tool, error }: { tool: Tool; error: unknown }): ReactNode {
  const isMissing = error instanceof ApiError && error.errorCode === "NO_DEFAULT_CONNECTION";
  return (
    <Stack gap="sm">
      <Problem error={error} />
      {isMissing && (
        <AnchorLink
          size="sm"
          to="/applications/$slug"
          params={{ slug: tool.applicationSlug }}
          search={{ connect: "choose" }}
        >
          Connect {tool.applicationName}
        </AnchorLink>
      )}
    </Stack>
  );
}

/** The request that a run would send. */
function DryRun({ request }: { request: unknown }): ReactNode {
  const { method, url, headers, body } = isObject(request) ? request : {};
  const isHttp = typeof method === "string" && typeof url === "string";
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color="sea">Dry run</Badge>
        <Text size="sm" c="dimmed">
          Nothing was sent. A run would send this. Secrets are masked.
        </Text>
      </Group>
      {isHttp ? (
        <>
          <Code block tabIndex={0} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {`${method} ${url}`}
            {isObject(headers) &&
              `\n${Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}`}
          </Code>
          {body !== null && body !== undefined && (
            <Box>
              <Text size="xs" c="dimmed" mb={4}>
                Body
              </Text>
              <JsonInput
                label="Body of the request"
                value={typeof body === "string" ? body : JSON.stringify(body, null, 2)}
              />
            </Box>
          )}
        </>
      ) : (
        <JsonInput label="Request that would be sent" value={JSON.stringify(request, null, 2)} />
      )}
    </Stack>
  );
}
