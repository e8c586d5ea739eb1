import type { FieldTemplateProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { FieldErrors } from "../field-frame.tsx";

/** The fields show their own labels and errors; here are only the errors of whole objects and lists. */
export function FieldTemplate({ id, children, hidden, rawErrors, uiSchema }: FieldTemplateProps): ReactNode {
  if (hidden === true) {
    return null;
  }
  return (
    <>
      {children}
      {uiSchema?.["ui:field"] === undefined && id !== "input" && (
        <FieldErrors id={id} errors={rawErrors ?? []} />
      )}
    </>
  );
}
