import type { BuiltInDeclaration } from "./overlay/built-in-application.ts";

/**
 * Declares a built-in application whose tools come from a document in an npm package. It is the export `application` of
 * `packages/catalog/applications/<slug>/application.ts`. Does no work: the builder checks the declaration.
 */
export function defineBuiltIn(declaration: BuiltInDeclaration): DefinedBuiltIn {
  return { kind: "document", declaration };
}

/** A declared application. Its `kind` tells the builder what to do with it. */
export interface DefinedBuiltIn {
  kind: "document";
  declaration: BuiltInDeclaration;
}
