import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { linter } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { readNonce } from "../nonce.ts";
import classes from "./json-editor.module.css";
import type { Caret, JsonInputProps } from "./json-input-props.ts";

interface JsonEditorProps extends JsonInputProps {
  /** Where the caret was in the plain field that the editor replaces. Null: the field had no focus. */
  caret: RefObject<Caret | null>;
}

/** CodeMirror for JSON, also as the viewer of large results: it draws only the lines in sight, folds and searches. */
export function JsonEditor(props: JsonEditorProps): ReactNode {
  const { value, onChange, hasError = false, isDisabled = false, minLines = 3, height } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const isReadOnly = onChange === undefined;
  // The editor keeps its own text. It is made anew only when it turns from an editor into a viewer. No key is lost until it is there.
  useLayoutEffect(() => {
    if (parent.current === null) {
      return;
    }
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: buildExtensions(latest, isReadOnly),
      }),
    });
    view.current = editor;
    const { caret } = latest.current;
    if (caret.current !== null) {
      editor.dispatch({ selection: caret.current });
      editor.focus();
      caret.current = null;
    }
    return () => editor.destroy();
  }, [isReadOnly]);
  useEffect(() => {
    const editor = view.current;
    if (editor !== null && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);
  return (
    <div
      ref={parent}
      className={classes.editor}
      data-error={hasError || undefined}
      data-disabled={isDisabled || undefined}
      style={{ height, "--lines": minLines } as React.CSSProperties}
    />
  );
}

function buildExtensions(props: { current: JsonInputProps }, isReadOnly: boolean): Extension[] {
  const { id, label, describedBy, isPlain = false, isDisabled = false, minLines = 3 } = props.current;
  return [
    EditorView.cspNonce.of(readNonce()),
    ...(isPlain ? [] : [json(), syntaxHighlighting(classHighlighter)]),
    // A field of a few lines needs no margin.
    ...(isReadOnly || minLines > 3 ? [lineNumbers(), ...(isPlain ? [] : [foldGutter()])] : []),
    search({ top: true }),
    keepDialog,
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      ...(id !== undefined && { id }),
      "aria-label": label,
      tabindex: isDisabled ? "-1" : "0",
      ...(describedBy !== undefined && { "aria-describedby": describedBy }),
    }),
    // Tab leaves the editor, as it leaves every other field. Control+Enter is the page's.
    keymap.of([
      { key: "Mod-Enter", run: () => true },
      ...searchKeymap,
      ...foldKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    ...(isReadOnly
      ? [EditorState.readOnly.of(true)]
      : [
          history(),
          replaceSelected,
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          linter(lintJson, { delay: 400 }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && state.doc.toString() !== props.current.value) {
              props.current.onChange?.(state.doc.toString());
            }
          }),
        ]),
  ];
}

const dialogKeeper = "data-mantine-stop-propagation";

/** The Escape key closes the search, and not also the dialog around the editor, with all that was typed there. Dialogs look for this attribute. */
const keepDialog: Extension = [
  EditorView.contentAttributes.of(({ state }) =>
    searchPanelOpen(state) ? { [dialogKeeper]: "true" } : null,
  ),
  EditorView.updateListener.of(({ view }) => {
    for (const control of view.dom.querySelectorAll(".cm-search :is(input, button)")) {
      control.setAttribute(dialogKeeper, "true");
    }
  }),
];

/**
 * Replaces selected text by what is typed. Chromium would do it by itself, and write style attributes into the editor, which the page's
 * content security policy does not allow.
 */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    // The editor hears of a new selection a moment later, so the document is asked for it.
    const range = document.getSelection()?.getRangeAt(0);
    if (
      inputType !== "insertText" ||
      data === null ||
      isComposing ||
      range === undefined ||
      range.collapsed
    ) {
      return false;
    }
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});

const parseLinter = jsonParseLinter();

/** An empty text is no mistake. */
const lintJson: typeof parseLinter = (view) =>
  view.state.doc.toString().trim() === "" ? [] : parseLinter(view);
