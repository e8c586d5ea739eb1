import type { Logger } from "../logger.ts";
import type { InstallProgress, InstallResult } from "./installer-messages.ts";

/** Tells the operator how far the installation of the built-in applications is. */
export interface ProgressReport {
  update(progress: InstallProgress): void;
  end(result: InstallResult): void;
}

export interface ReportOptions {
  log: Logger;
  /** Where a bar is drawn; null: the log gets a line for each phase. */
  terminal: NodeJS.WritableStream | null;
  now: () => number;
  /** Only what is missing is reported. */
  isQuiet: boolean;
}

const verbs = { download: "downloading", build: "building", install: "installing" };
const width = 24;
const redrawMs = 100;

/** The server serves meanwhile, so log lines may come between. The bar is redrawn below them. */
export function reportProgress({ log, terminal, now, isQuiet }: ReportOptions): ProgressReport {
  const started = now();
  let phase: InstallProgress["phase"] | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      if (isQuiet) {
        return;
      }
      const isNew = progress.phase !== phase;
      phase = progress.phase;
      if (terminal === null) {
        if (isNew) {
          log.info({ applications: progress.total }, `${verbs[progress.phase]} the built-in applications`);
        }
      } else if (isNew || now() - drawnAt >= redrawMs || progress.done === progress.total) {
        drawnAt = now();
        terminal.write(`\u001b[2K${renderBar(progress)}\r`);
      }
    },
    end({ outcome, applications, tools, failed, isRegistryReachable }) {
      if (!isQuiet) {
        terminal?.write("\u001b[2K");
      }
      if (outcome === "installed" && !isQuiet) {
        const seconds = Math.round((now() - started) / 100) / 10;
        log.info({ applications, tools, seconds }, "the built-in applications are ready");
      }
      const [first] = failed;
      if (first !== undefined) {
        const missing = isRegistryReachable
          ? `${failed.length} built-in applications could not be built`
          : `the npm registry cannot be reached, so ${failed.length} built-in applications are missing`;
        log.warn(
          { applications: failed.map(({ slug }) => slug), first: `${first.slug}: ${first.reason}` },
          `${missing}; the server works with those that it has, and tries again later`,
        );
      }
    },
  };
}

/** Renders `Building applications [########----------------] 14/44`. */
export function renderBar({ phase, done, total }: InstallProgress): string {
  const filled = total === 0 ? width : Math.round((done / total) * width);
  const verb = verbs[phase];
  const label = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} applications`.padEnd(24);
  return `${label} [${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}`;
}
