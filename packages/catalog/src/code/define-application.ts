import type { ObjectKind, TestCall } from "../manifest/application-manifest.ts";
import type { ApplicationDefinition } from "./application-definition.ts";
import type { AuthenticationDefinition } from "./authentication-definition.ts";
import type { TemplateNames } from "./request-definition.ts";
import type { DefinedTool } from "./tool-definition.ts";

/** An application of `defineApplication`. */
export interface DefinedApplication {
  /** Marks what a file exports as an application. */
  readonly kind: "application";
  readonly definition: ApplicationDefinition;
}

type NamesOfMethod<Method> = Method extends { type: "apiKey" }
  ? "apiKey"
  : Method extends { type: "bearer" }
    ? "token"
    : Method extends { type: "basic" }
      ? "username" | "password"
      : Method extends { type: "oauth2" | "oauth2ClientCredentials" }
        ? "token" | (Method extends { providerFields: readonly (infer Name)[] } ? Name : never)
        : Method extends { type: "custom"; fields: infer Fields }
          ? keyof Fields
          : never;

type Methods<Definition> = Definition extends {
  authentications: readonly (infer Method extends AuthenticationDefinition)[];
}
  ? Method
  : never;

/** The names of an application's connection fields. */
type FieldNames<Definition extends ApplicationDefinition> = (
  | TemplateNames<Definition["environments"][number]["serverUrl"]>
  | NamesOfMethod<Methods<Definition>>
) &
  string;

type Operations<Definition extends ApplicationDefinition> = Definition["tools"][number]["operation"];

/** What must agree with other parts of the definition. */
interface Checked<Definition extends ApplicationDefinition> {
  tools: readonly DefinedTool<string, FieldNames<Definition>>[];
  test?: TestCall & { operation: Operations<Definition> };
  objects?: readonly (ObjectKind & { operation: Operations<Definition> })[];
}

/** A misspelled member would have no effect. */
type NoOtherMembers<Definition> = {
  [Name in Exclude<keyof Definition, keyof ApplicationDefinition>]: never;
};

/**
 * Defines an application: its addresses, its methods to connect and its tools. A tool that reads a connection field the application
 * does not have does not compile, nor does a test call of a tool it does not have.
 */
export function defineApplication<const Definition extends ApplicationDefinition>(
  definition: Definition & Checked<Definition> & NoOtherMembers<Definition>,
): DefinedApplication {
  return { kind: "application", definition };
}
