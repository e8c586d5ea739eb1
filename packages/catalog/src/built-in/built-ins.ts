// What builds built-in applications. It is an entry of its own, so that a server loads it only in the process that builds.
export { buildBuiltIn } from "./build-built-in.ts";
export type { BuiltApplication } from "./build-document-application.ts";
export { BuiltInError } from "./built-in-error.ts";
export { type DefinedBuiltIn, defineBuiltIn } from "./define-built-in.ts";
export { iconOf } from "./describe-definition.ts";
export { loadIcons } from "./icons/load-icons.ts";
export { applicationsFolder, listBuiltInSlugs } from "./list-built-in-slugs.ts";
export { loadDefinition } from "./load-definition.ts";
export { openPackageFiles, type PackageFiles } from "./packages/package-files.ts";
export {
  type BuildProgress,
  buildSnapshot,
  type Downloads,
  downloadAll,
  type FailedApplication,
} from "./snapshot/build-snapshot.ts";
export {
  isSnapshotOf,
  readSnapshot,
  type SnapshotEntry,
  SnapshotError,
} from "./snapshot/snapshot-file.ts";
