import { isRecord, listOf, type UncheckedRecord } from "../record.ts";

/** The reason of a `@deprecated` that states none (GraphQL 2025 §3.13.3). */
const usualReason = "No longer supported";

/**
 * Prepares an introspection response for the library, which takes only what has a reason for deprecated.
 *
 * @param schema the member `__schema`; is changed
 * @param keepsDefaults false: defaults of inputs that are objects are dropped
 */
export function prepareIntrospection(schema: UncheckedRecord, keepsDefaults: boolean): void {
  for (const type of listOf(schema.types).filter(isRecord)) {
    const fields = listOf(type.fields).filter(isRecord);
    const inputs = [type.inputFields, ...fields.map(({ args }) => args)].flatMap(listOf).filter(isRecord);
    for (const member of [...fields, ...inputs, ...listOf(type.enumValues).filter(isRecord)]) {
      if (member.isDeprecated === true) {
        member.deprecationReason ??= usualReason;
      }
    }
    if (!keepsDefaults) {
      inputs.forEach(dropDefault);
    }
  }
}

/** A value that has a default may be left out, so it must not be required without it. */
function dropDefault(input: UncheckedRecord): void {
  const { defaultValue, type } = input;
  if (typeof defaultValue === "string" && defaultValue.includes("{")) {
    input.defaultValue = null;
    input.type = isRecord(type) && type.kind === "NON_NULL" ? type.ofType : type;
  }
}
