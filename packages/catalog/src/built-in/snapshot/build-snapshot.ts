import type { PublishedSlugs } from "../../published-slug.ts";
import { buildBuiltIn } from "../build-built-in.ts";
import type { DefinedBuiltIn } from "../define-built-in.ts";
import { iconOf, listPackages } from "../describe-definition.ts";
import { type IconSource, loadIcons } from "../icons/load-icons.ts";
import { loadDefinition } from "../load-definition.ts";
import { type PackageFiles, RegistryUnreachableError } from "../packages/package-files.ts";
import { type SnapshotEntry, writeSnapshot } from "./snapshot-file.ts";

/** How far a build is. */
export interface BuildProgress {
  phase: "download" | "build";
  done: number;
  total: number;
}

/** An application that could not be built. */
export interface FailedApplication {
  slug: string;
  reason: string;
}

export interface SnapshotOptions {
  /** The file to write. */
  file: string;
  key: string;
  slugs: readonly string[];
  /** The folder of all applications. */
  folder: string;
  packages: PackageFiles;
  /** Slugs of earlier builds, by application slug. They are kept (decisions D20). */
  published: ReadonlyMap<string, PublishedSlugs>;
  onProgress(progress: BuildProgress): void;
}

/** What is needed to build without a network. */
export interface Downloads {
  definitions: ReadonlyMap<string, DefinedBuiltIn>;
  icons: ReadonlyMap<string, string>;
  /** Applications whose package could not be had. */
  failed: FailedApplication[];
  /** False: icons are missing, because their package could not be had. */
  hasIcons: boolean;
  isRegistryReachable: boolean;
}

/** Packages that are downloaded at a time. */
const parallelDownloads = 4;

/** Downloads what the applications need. One that cannot be had leaves the others alone. */
export async function downloadAll(
  options: Pick<SnapshotOptions, "slugs" | "folder" | "packages" | "onProgress">,
): Promise<Downloads> {
  const { slugs, folder, packages, onProgress } = options;
  const definitions = new Map<string, DefinedBuiltIn>();
  const failed: FailedApplication[] = [];
  const waiting = [...slugs];
  let done = 0;
  let isRegistryReachable = true;
  onProgress({ phase: "download", done, total: slugs.length });
  const downloadNext = async (): Promise<void> => {
    for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) {
      try {
        const definition = await loadDefinition(slug, folder);
        for (const wanted of listPackages(definition)) {
          await packages.load(wanted);
        }
        definitions.set(slug, definition);
      } catch (error) {
        isRegistryReachable &&= !(error instanceof RegistryUnreachableError);
        failed.push({ slug, reason: describe(error) });
      }
      onProgress({ phase: "download", done: ++done, total: slugs.length });
    }
  };
  await Promise.all(Array.from({ length: parallelDownloads }, downloadNext));
  const sources = new Map<string, IconSource>(
    [...definitions].map(([slug, definition]) => [slug, iconOf(definition)]),
  );
  // Applications work without their icons.
  const icons = await loadIcons(sources, packages, folder).catch(() => null);
  return {
    definitions,
    icons: icons ?? new Map(),
    failed,
    hasIcons: icons !== null,
    isRegistryReachable,
  };
}

/**
 * Builds all applications, one after the other, and writes them to a file. An application that cannot be built is left out.
 *
 * @returns those that were left out
 */
export async function buildSnapshot(
  options: SnapshotOptions,
  { definitions, icons }: Downloads,
): Promise<FailedApplication[]> {
  const failed: FailedApplication[] = [];
  const { file, key, packages, published, onProgress } = options;
  const slugs = [...definitions.keys()].sort();
  async function* buildEntries(): AsyncGenerator<SnapshotEntry> {
    for (const [index, slug] of slugs.entries()) {
      const definition = definitions.get(slug);
      try {
        if (definition !== undefined) {
          const { application } = await buildBuiltIn(definition, packages, published.get(slug));
          yield { application, icon: icons.get(slug) ?? null };
        }
      } catch (error) {
        failed.push({ slug, reason: describe(error) });
      }
      onProgress({ phase: "build", done: index + 1, total: slugs.length });
    }
  }
  await writeSnapshot(file, key, buildEntries());
  return failed;
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
