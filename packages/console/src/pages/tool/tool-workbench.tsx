import type { Connection, Tool, ToolExecuteRequest, Toolset } from "@bowline/sdk";
import { Anchor, Box, Button, Code, Group, Kbd, Paper, Spoiler, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { bowline } from "../../api/bowline.ts";
import { renderInline } from "../../form/description.tsx";
import { InputEditor } from "../../form/input-editor.tsx";
import type { JsonSchema } from "../../form/json-schema.ts";
import type { FormHandle, Input } from "../../form/tool-form.tsx";
import { getAt, readPath } from "../../form/values.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { Page } from "../../parts/page.tsx";
import { listColumns } from "../../result/columns.ts";
import { findList } from "../../result/find-list.ts";
import { noOptions, ResultControls, type ResultOptions } from "../../result/result-controls.tsx";
import { CallTabs } from "./call-tabs.tsx";
import { ConnectionChooser } from "./connection-chooser.tsx";
import { describeChoice } from "./describe-choice.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { keepDraft, readDraft } from "./keep-draft.ts";
import { listResultFields } from "./list-result-fields.ts";
import { ObjectChooser } from "./object-chooser.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import classes from "./tool.module.css";
import type { ToolRun } from "./tool-run.ts";
import { listFieldProblems, useRun } from "./use-run.ts";

interface ToolWorkbenchProps {
  tool: Tool;
  /** All of the person's connections. */
  connections: Connection[];
  /** The toolset that the tool is run through. */
  toolset: Toolset | null;
  initialConnectionId: number | null;
  /** The request of a record, to run it again. */
  initialRequest: ToolExecuteRequest | null;
}

/** The page of one tool. */
export function ToolWorkbench(props: ToolWorkbenchProps): ReactNode {
  const { tool, toolset, initialRequest } = props;
  const connections = props.connections.filter(
    ({ applicationSlug }) => applicationSlug === tool.applicationSlug,
  );
  const [input, setInput] = useState<Input>(() => initialRequest?.fields ?? readDraft(tool.slug) ?? {});
  const [formKey, setFormKey] = useState(0);
  const [connectionId, setConnectionId] = useState(props.initialConnectionId);
  const [contextValue, setContextValue] = useState(initialRequest?.contextValue ?? "");
  const [options, setOptions] = useState<ResultOptions>(() => readOptions(initialRequest));
  const [asked, setAsked] = useState<ToolRun | null>(null);
  const form = useRef<FormHandle>(null);
  const result = useRef<HTMLElement>(null);
  const { outcome, isRunning, start, cancel } = useRun();

  const canResolve =
    !tool.requiresConnection ||
    connectionId !== null ||
    toolset !== null ||
    connections.some(({ isDefault }) => isDefault);
  const resolution = useQuery({
    enabled: canResolve,
    queryKey: ["resolution", tool.slug, connectionId, toolset?.toolsetId ?? null],
    queryFn: ({ signal }) =>
      bowline.tools.resolve(tool.slug, { connectionId, toolsetId: toolset?.toolsetId }, { signal }),
    placeholderData: keepPreviousData,
  });
  const choice = describeChoice({
    tool,
    connections,
    canResolve,
    resolution: resolution.isError ? undefined : resolution.data,
    error: resolution.error,
  });
  const usedConnectionId = choice.connection?.connectionId ?? null;
  const schema = useSchema(tool, usedConnectionId, contextValue);
  const run: ToolRun = {
    toolSlug: tool.slug,
    input,
    options: tool.resultsPath === null ? noOptions : options,
    contextValue: tool.contextType === null || contextValue === "" ? null : contextValue,
    connectionId,
    toolsetId: toolset?.toolsetId ?? null,
  };
  // Typing goes first.
  const lateInput = useDeferredValue(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: These are the members of the run.
  const shownRun = useMemo<ToolRun>(
    () => ({ ...run, input: hideSecrets(lateInput, schema, schema, (name) => `<${name}>`) as Input }),
    [lateInput, schema, options, contextValue, connectionId, toolset],
  );
  useEffect(() => {
    const withoutSecrets = hideSecrets(lateInput, schema, schema, () => undefined);
    keepDraft(tool.slug, withoutSecrets);
  }, [lateInput, schema, tool]);

  const launch = async (ready: ToolRun, isDryRun: boolean) => {
    await start(ready, isDryRun);
    // On a narrow screen the result is below the form.
    result.current?.scrollIntoView({ block: "nearest" });
  };
  const check = (isDryRun: boolean, next: ToolRun = run) => {
    if (isRunning) {
      return;
    }
    const checked = form.current?.check() ?? null;
    if (checked === null) {
      return;
    }
    const ready = { ...next, input: checked };
    if (tool.annotations.destructiveHint && !tool.annotations.readOnlyHint && !isDryRun) {
      setAsked(ready);
    } else {
      void launch(ready, isDryRun);
    }
  };
  const sortBy = (fieldName: string) => {
    const [current] = options.sort;
    const isSame = current?.fieldName === fieldName && current.orderDirection === 1;
    const sorted = {
      ...options,
      sort: [{ fieldName, orderDirection: isSame ? (-1 as const) : (1 as const) }],
    };
    setOptions(sorted);
    check(false, { ...run, options: sorted });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      check(event.shiftKey);
    } else if (event.key === "Escape" && isRunning) {
      cancel();
    }
  };
  const problems = useMemo(() => listProblems(outcome, input), [outcome, input]);
  const list = outcome?.kind === "response" ? findList(outcome.response.data.output, tool.resultsPath) : null;
  const fields = useMemo(
    () => [
      ...new Set([
        ...listResultFields(tool.outputSchema as JsonSchema | undefined, tool.resultsPath),
        ...listColumns(list ?? []).map(({ name }) => name),
      ]),
    ],
    [tool, list],
  );
  return (
    <Page
      title={tool.name}
      width="wide"
      trail={[
        { label: "Applications", to: "/applications" },
        { label: tool.applicationName, to: `/applications/${tool.applicationSlug}` },
      ]}
      heading={
        <Group gap="sm" wrap="nowrap" align="center">
          <ApplicationIcon slug={tool.applicationSlug} size={32} />
          <span>{tool.name}</span>
        </Group>
      }
      description={
        <Stack gap={8} mt={4}>
          {tool.description !== "" && tool.description !== tool.name && (
            <Spoiler
              maxHeight={72}
              showLabel="Show all"
              hideLabel="Show less"
              transitionDuration={0}
              className={classes.description}
            >
              {renderInline(tool.description)}
            </Spoiler>
          )}
          <Group gap="xs">
            <HintBadges tool={tool} />
            <Group gap={2} wrap="nowrap">
              <Code>{tool.slug}</Code>
              <CopyButton value={tool.slug} label="Copy the tool's slug" />
            </Group>
          </Group>
        </Stack>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The shortcuts hold for all inputs inside. */}
      <div className={classes.columns} onKeyDown={pressKey}>
        <Paper component="section" aria-label="Input" className={classes.panel}>
          <Stack gap="lg" p={{ base: "md", sm: "lg" }}>
            {(tool.requiresConnection || connections.length > 0 || choice.isMissing) && (
              <ConnectionChooser
                tool={tool}
                connections={connections}
                choice={choice}
                needsApproval={resolution.data?.needsApproval === true}
                connectionId={connectionId}
                onChange={setConnectionId}
              />
            )}
            {tool.contextType !== null && (
              <ObjectChooser
                tool={tool}
                contextType={tool.contextType}
                connectionId={usedConnectionId}
                value={contextValue}
                onChange={setContextValue}
              />
            )}
            <InputEditor
              key={formKey}
              heading={<Title order={2}>Input</Title>}
              schema={schema}
              value={input}
              onChange={setInput}
              problems={problems}
              isDisabled={isRunning}
              handle={form}
            />
            {hasNoInput(schema) && (
              <Text size="sm" c="dimmed">
                This tool takes no input.
              </Text>
            )}
            {tool.resultsPath !== null && (
              <Stack gap="xs">
                <Title order={2}>Results</Title>
                <Text size="xs" c="dimmed">
                  Filter, sort and limit the list before it comes back.
                </Text>
                <ResultControls value={options} onChange={setOptions} fields={fields} />
              </Stack>
            )}
          </Stack>
          <Group className={classes.actions} gap="xs">
            {isRunning ? (
              <Button
                color="gray"
                variant="default"
                onClick={cancel}
                leftSection={<Icon name="x" size={16} />}
              >
                Cancel
              </Button>
            ) : (
              <Button
                onClick={() => check(false)}
                leftSection={<Icon name="play" size={16} />}
                aria-keyshortcuts="Control+Enter"
              >
                Run
              </Button>
            )}
            <Button variant="default" disabled={isRunning} onClick={() => check(true)}>
              Dry run
            </Button>
            <Text size="xs" c="dimmed" className={classes.hint}>
              {isRunning ? <Kbd size="xs">Esc</Kbd> : <Kbd size="xs">Ctrl Enter</Kbd>}
            </Text>
            <Anchor
              component="button"
              type="button"
              size="xs"
              ml="auto"
              c="dimmed"
              disabled={isRunning}
              onClick={() => {
                setInput({});
                setOptions(noOptions);
                setFormKey(formKey + 1);
              }}
            >
              Clear
            </Anchor>
          </Group>
        </Paper>
        <Stack gap="lg" miw={0}>
          <Paper
            ref={result}
            component="section"
            aria-label="Result"
            aria-busy={isRunning}
            p={{ base: "md", sm: "lg" }}
            className={classes.panel}
          >
            <Title order={2} mb="md">
              Result
            </Title>
            <div aria-live="polite">
              {isRunning ? (
                <Running />
              ) : outcome === null ? (
                <Text size="sm" c="dimmed">
                  Fill in the input and press Run. A dry run shows the request and sends nothing.
                </Text>
              ) : (
                <OutcomeView tool={tool} outcome={outcome} onSort={sortBy} />
              )}
            </div>
          </Paper>
          <Paper component="section" aria-label="Call it from code" p={{ base: "md", sm: "lg" }} miw={0}>
            <Title order={2} mb={4}>
              Call it from code
            </Title>
            <CallTabs run={shownRun} />
          </Paper>
        </Stack>
      </div>
      <Confirm
        isOpen={asked !== null}
        close={() => setAsked(null)}
        title={`Run ${tool.name}?`}
        action="Run"
        run={async () => {
          const ready = asked;
          setAsked(null);
          if (ready !== null) {
            await launch(ready, false);
          }
        }}
      >
        <Text size="sm">
          This tool may delete or overwrite data at {tool.applicationName}
          {choice.connection === null ? "" : `, with the connection ${choice.connection.name}`}. It cannot be
          undone from here. A dry run shows the request first.
        </Text>
      </Confirm>
    </Page>
  );
}

/** The tool's own schema, or that for the object chosen. */
function useSchema(tool: Tool, connectionId: number | null, contextValue: string): JsonSchema {
  const isOfObject = tool.contextType !== null && contextValue !== "" && connectionId !== null;
  const { data } = useQuery({
    queryKey: ["tools", "schema", tool.slug, connectionId, contextValue],
    queryFn: ({ signal }) =>
      bowline.tools.schema(tool.slug, { connectionId: connectionId ?? undefined, contextValue }, { signal }),
    enabled: isOfObject,
    staleTime: 60_000,
  });
  return ((isOfObject ? data?.inputSchema : undefined) ?? tool.inputSchema ?? {}) as JsonSchema;
}

const hasNoInput = ({ properties, anyOf, oneOf, allOf, $ref }: JsonSchema): boolean =>
  Object.keys(properties ?? {}).length === 0 &&
  [anyOf, oneOf, allOf, $ref].every((each) => each === undefined);

function readOptions(request: ToolExecuteRequest | null): ResultOptions {
  return { filters: request?.filters ?? [], sort: request?.sort ?? [], top: request?.top ?? null };
}

/** The problems that the server found in fields that have not changed since. */
function listProblems(outcome: ReturnType<typeof useRun>["outcome"], input: Input) {
  if (outcome?.kind !== "refused") {
    return [];
  }
  return listFieldProblems(outcome.error).flatMap(({ field, issue }) => {
    const path = readPath(field.replace(/^(fields|subItems)\.?/, ""));
    const isOfInput = /^(fields|subItems)\b/.test(field);
    const isSame = JSON.stringify(getAt(input, path)) === JSON.stringify(getAt(outcome.run.input, path));
    return isOfInput && isSame ? [{ path, message: issue }] : [];
  });
}

/** The time since the run began. */
function Running(): ReactNode {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Box>
      <Text size="sm" c="dimmed">
        Running…{seconds > 1 && <span aria-hidden="true"> {seconds} s</span>}
      </Text>
    </Box>
  );
}
