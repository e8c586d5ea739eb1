import { Textarea } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { loadPart } from "../load-part.ts";
import { PartBoundary } from "../parts/part-boundary.tsx";
import classes from "./form.module.css";
import type { Caret, JsonInputProps } from "./json-input-props.ts";

// The editor is a chunk of its own, because most tools need none.
const JsonEditor = lazy(async () => ({
  default: (await loadPart(() => import("./json-editor.tsx"))).JsonEditor,
}));

/** An editor for JSON. Until it is loaded, a plain text field works in its place. Whoever types there goes on in the editor. */
export function JsonInput(props: JsonInputProps): ReactNode {
  const { id, label, describedBy, value, onChange, minLines = 3, isDisabled = false, height } = props;
  const caret = useRef<Caret | null>(null);
  const keepCaret = (field: HTMLTextAreaElement) => () => {
    const { selectionStart: anchor, selectionEnd: head } = field;
    caret.current = document.activeElement === field ? { anchor, head } : null;
  };
  const plain = (
    <Textarea
      ref={keepCaret}
      {...(id !== undefined && { id })}
      aria-label={label}
      aria-describedby={describedBy}
      // A large result is not worth two layouts.
      value={value.slice(0, 20_000)}
      readOnly={onChange === undefined || value.length > 20_000}
      disabled={isDisabled}
      minRows={minLines}
      rows={minLines}
      classNames={{ input: classes.mono }}
      {...(height !== undefined && { styles: { input: { height } } })}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
  return (
    <PartBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <JsonEditor {...props} caret={caret} />
      </Suspense>
    </PartBoundary>
  );
}
