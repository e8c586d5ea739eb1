import type { DefinedApplication } from "../code/define-application.ts";
import type { BuiltInDeclaration } from "./overlay/built-in-application.ts";

/**
 * Declares a built-in application whose tools come from a document in an npm package. It is the export `application` of
 * `packages/catalog/applications/<slug>/application.ts`. Does no work: the builder checks the declaration.
 */
export function defineBuiltIn(declaration: BuiltInDeclaration): DefinedDocument {
  return { kind: "document", declaration };
}

/** An application whose tools come from a document. */
export interface DefinedDocument {
  kind: "document";
  declaration: BuiltInDeclaration;
}

/** A declared application. Its `kind` tells the builder what to do with it: `application` is written by hand. */
export type DefinedBuiltIn = DefinedDocument | DefinedApplication;
