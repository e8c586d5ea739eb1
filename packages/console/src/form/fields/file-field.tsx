import type { FieldProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { FieldFrame } from "../field-frame.tsx";
import { type FileShape, type FileValue, readFileValue } from "../files.ts";
import { readFrame, readLabel } from "../form-context.ts";
import { FilePicker } from "./file-picker.tsx";

/** One file. */
export function FileField(props: FieldProps): ReactNode {
  const file = readFileValue(props.formData);
  return (
    <FileFrame
      {...props}
      files={file === null ? [] : [file]}
      isMany={false}
      change={([next], shape) => (next === undefined ? undefined : writeValue(next, shape))}
    />
  );
}

/** A list of files. */
export function FilesField(props: FieldProps): ReactNode {
  const values: unknown[] = Array.isArray(props.formData) ? props.formData : [];
  return (
    <FileFrame
      {...props}
      files={values.map(readFileValue).filter((file) => file !== null)}
      isMany
      change={(files, shape) =>
        files.length === 0 && props.required !== true
          ? undefined
          : files.map((file) => writeValue(file, shape))
      }
    />
  );
}

const writeValue = (file: FileValue, shape: FileShape): FileValue | string =>
  shape === "text" ? file.base64 : file;

interface FileFrameProps extends FieldProps {
  files: FileValue[];
  isMany: boolean;
  /** Builds the member's value. */
  change(files: FileValue[], shape: FileShape): unknown;
}

function FileFrame(props: FileFrameProps): ReactNode {
  const { fieldPathId, schema, onChange, rawErrors, uiSchema, disabled, files, isMany } = props;
  const { shape = "named" } = (uiSchema?.["ui:options"] ?? {}) as { shape?: FileShape };
  const id = fieldPathId.$id;
  return (
    <FieldFrame {...readFrame(props)} kind={isMany ? "files" : "file"} errors={rawErrors}>
      <FilePicker
        id={id}
        label={readLabel(props)}
        description={schema.description}
        errors={rawErrors}
        files={files}
        isMany={isMany}
        isDisabled={disabled === true}
        onChange={(next) => onChange(props.change(next, shape), fieldPathId.path, undefined, id)}
      />
    </FieldFrame>
  );
}
