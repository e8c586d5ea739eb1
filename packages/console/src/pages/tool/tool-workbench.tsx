import type { Tool } from "@bowline/sdk";
import { Paper, Stack, Text, Title } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { InputEditor } from "../../form/input-editor.tsx";
import type { JsonSchema } from "../../form/json-schema.ts";
import { CallTabs } from "./calls/call-tabs.tsx";
import { ConfirmRun } from "./confirm-run.tsx";
import { ConnectionChooser } from "./connection-chooser.tsx";
import { findOverrideIssues, listInputProblems } from "./list-problems.ts";
import { ObjectChooser } from "./object-chooser.tsx";
import { hadSecrets } from "./read-request.ts";
import { ResultPanel } from "./result-panel.tsx";
import { ResultShape } from "./result-shape.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunOptions } from "./run-options.tsx";
import classes from "./tool.module.css";
import { ToolsetNote } from "./toolset-note.tsx";
import { useWorkbench, type Workbench } from "./use-workbench.ts";
import type { WorkbenchStart } from "./workbench-start.ts";

/** A tool's form, its result, and the same call as code. */
export function ToolWorkbench(props: WorkbenchStart): ReactNode {
  const { tool } = props;
  const bench = useWorkbench(props);
  const latest = useRef(bench);
  latest.current = bench;
  const pressKey = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    const { currentTarget, target } = event;
    // React passes on the keys of dialogs, too, which are not below this element in the page.
    if (currentTarget instanceof Node && target instanceof Node && !currentTarget.contains(target)) {
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      // The same key has ended an entry of a list, or chosen a suggestion.
      flushSync(() => undefined);
      latest.current.check(event.shiftKey);
    } else if (event.key === "Escape" && bench.isRunning) {
      bench.cancel();
    }
  };
  usePageKeys(pressKey);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The shortcuts hold for all inputs inside. */}
      <div className={classes.columns} onKeyDown={pressKey}>
        <InputPanel start={props} bench={bench} />
        <ResultColumn tool={tool} bench={bench} />
      </div>
      <ConfirmRun
        tool={tool}
        connectionName={bench.choice.connection?.name ?? null}
        isOpen={bench.isAsked}
        close={bench.unask}
        run={bench.confirm}
      />
    </>
  );
}

/** What a person fills in. */
function InputPanel({ start, bench }: { start: WorkbenchStart; bench: Workbench }): ReactNode {
  const { tool, toolset } = start;
  const { choice, schema, outcome, isRunning, overrides } = bench;
  const problems = useMemo(() => listInputProblems(outcome, bench.input), [outcome, bench.input]);
  return (
    <Paper component="section" aria-label="Input" className={classes.panel}>
      <Stack gap="lg" p={{ base: "md", sm: "lg" }}>
        {(tool.requiresConnection || bench.connections.length > 0 || choice.isMissing) && (
          <ConnectionChooser
            tool={tool}
            connections={bench.connections}
            choice={choice}
            needsApproval={bench.needsApproval}
            connectionId={bench.connectionId}
            onChange={bench.setConnectionId}
          />
        )}
        {toolset !== null && <ToolsetNote toolset={toolset} presets={bench.presets} />}
        {tool.contextType !== null && (
          <ObjectChooser
            tool={tool}
            contextType={tool.contextType}
            connectionId={bench.usedConnectionId}
            value={bench.contextValue}
            onChange={bench.setContextValue}
          />
        )}
        <InputEditor
          key={bench.formKey}
          heading={<Title order={2}>Input</Title>}
          explanation={explainInput(start, schema)}
          schema={schema}
          value={bench.input}
          onChange={bench.setInput}
          problems={problems}
          isDisabled={isRunning && !bench.isKept}
          handle={bench.form}
        />
        {tool.resultsPath !== null && (
          <ResultShape tool={tool} outcome={outcome} value={bench.options} onChange={bench.setOptions} />
        )}
        <RunOptions
          connection={choice.connection}
          fields={bench.connectionFields}
          overrides={overrides}
          changeOverrides={bench.setOverrides}
          idempotencyKey={bench.idempotencyKey}
          changeIdempotencyKey={bench.setIdempotencyKey}
          issues={findOverrideIssues(outcome, overrides)}
          isOpen={bench.hasOptions}
          toggle={bench.toggleOptions}
        />
      </Stack>
      <RunActions isRunning={isRunning} run={bench.check} cancel={bench.cancel} clear={bench.clear} />
    </Paper>
  );
}

function explainInput({ initialRequest }: WorkbenchStart, schema: JsonSchema): ReactNode {
  const words = hasNoInput(schema)
    ? "This tool takes no input."
    : hadSecrets(initialRequest)
      ? "The history keeps no secrets, so those of the recorded call are left out. Fill them in again."
      : null;
  return (
    words !== null && (
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    )
  );
}

/** What came back, and the same call as code. */
function ResultColumn({ tool, bench }: { tool: Tool; bench: Workbench }): ReactNode {
  return (
    <Stack gap="lg" miw={0}>
      <ResultPanel
        ref={bench.result}
        tool={tool}
        outcome={bench.outcome}
        isRunning={bench.isRunning}
        connectionId={bench.usedConnectionId}
        isKept={bench.isKept}
        sortBy={bench.sortBy}
        turnPage={bench.turnPage}
      />
      <Paper component="section" aria-label="Call it from code" p={{ base: "md", sm: "lg" }} miw={0}>
        <Title order={2} mb={4}>
          Call it from code
        </Title>
        <CallTabs run={bench.shownRun} />
      </Paper>
    </Stack>
  );
}

/** Also takes the keys that are pressed while nothing of the page has the focus. */
function usePageKeys(pressKey: (event: globalThis.KeyboardEvent) => void): void {
  const latest = useRef(pressKey);
  latest.current = pressKey;
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body || event.target === document.getElementById("content")) {
        latest.current(event);
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

const hasNoInput = ({ properties, anyOf, oneOf, allOf, $ref }: JsonSchema): boolean =>
  Object.keys(properties ?? {}).length === 0 &&
  [anyOf, oneOf, allOf, $ref].every((each) => each === undefined);
