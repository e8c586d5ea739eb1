import { Alert, Group, List, SegmentedControl, Stack, Text } from "@mantine/core";
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { buildChecker } from "./check-input.ts";
import type { Problem } from "./describe-problem.ts";
import { JsonInput } from "./json-input.tsx";
import { isObject } from "./json-schema.ts";
import { describeJsonError } from "./read-json.ts";
import {
  type FormHandle,
  type Input,
  ToolForm,
  type ToolFormHandle,
  type ToolFormProps,
} from "./tool-form.tsx";
import { writePath } from "./values.ts";

interface InputEditorProps extends Omit<ToolFormProps, "handle"> {
  handle: Ref<FormHandle>;
  /** Heading beside the switch. */
  heading: ReactNode;
  /** What the input is for, below the heading. */
  explanation?: ReactNode;
}

const jsonId = "json-of-input";

/** A tool's input as a form or as JSON: two views of the same data. */
export function InputEditor({ heading, explanation, ...props }: InputEditorProps): ReactNode {
  const [isJson, setIsJson] = useState(false);
  const [text, setText] = useState("");
  const textProblem = isJson ? findTextProblem(text) : null;
  const [found, setFound] = useState<Problem[]>([]);
  const checker = useMemo(() => buildChecker(props.schema), [props.schema]);
  const form = useRef<ToolFormHandle>(null);
  const check = (): Input | null => {
    if (!isJson) {
      return form.current?.check() ?? null;
    }
    const problems = textProblem === null ? checker.check(props.value) : [];
    setFound(problems);
    if (textProblem !== null || problems.length > 0) {
      document.getElementById(jsonId)?.focus();
      return null;
    }
    return props.value;
  };
  useImperativeHandle(props.handle, () => ({ check }));
  const change = (next: string) => {
    setText(next);
    setFound([]);
    if (findTextProblem(next) === null) {
      props.onChange(next.trim() === "" ? {} : JSON.parse(next));
    }
  };
  const open = (view: string) => {
    if (view === "json") {
      // Its data is all that the other view has of the form. What is lost with the form has to be finished first.
      if (form.current?.focusUnread() === true) {
        return;
      }
      setText(JSON.stringify(props.value, null, 2));
      setFound([]);
    }
    setIsJson(view === "json");
  };
  const problems = [...found, ...props.problems];
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {heading}
        <SegmentedControl
          size="xs"
          aria-label="View of the input"
          data={[
            // Data that is not JSON yet has no form.
            { value: "form", label: "Form", disabled: textProblem !== null },
            { value: "json", label: "JSON" },
          ]}
          value={isJson ? "json" : "form"}
          onChange={open}
          transitionDuration={0}
        />
      </Group>
      {explanation}
      {isJson ? (
        <Stack gap={6}>
          <JsonInput
            id={jsonId}
            label="Input as JSON"
            value={text}
            onChange={change}
            hasError={textProblem !== null || problems.length > 0}
            isDisabled={props.isDisabled === true}
            minLines={10}
          />
          {textProblem !== null && (
            <Text size="xs" c="var(--mantine-color-error)" role="status">
              {textProblem}
            </Text>
          )}
          {problems.length > 0 && (
            <Alert color="red" role="alert" icon={<Icon name="circle-alert" />}>
              <List size="sm" listStyleType="none">
                {problems.map(({ path, message }) => (
                  <List.Item key={`${writePath(path)} ${message}`}>
                    {path.length > 0 && `${writePath(path)}: `}
                    {message}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
        </Stack>
      ) : (
        <ToolForm {...props} handle={form} />
      )}
    </Stack>
  );
}

function findTextProblem(text: string): string | null {
  const problem = describeJsonError(text);
  if (problem !== null || text.trim() === "") {
    return problem;
  }
  return isObject(JSON.parse(text)) ? null : "The input must be an object in braces: { }";
}
