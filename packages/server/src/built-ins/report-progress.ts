import { eraseLine, type Logger } from "../log/logger.ts";
import type { InstallProgress, InstallResult } from "./installer-messages.ts";

/** Tells the operator how far the installation of the built-in applications is. */
export interface ProgressReport {
  update(progress: InstallProgress): void;
  end(result: InstallResult): void;
  /** Removes the bar. An installation that has not ended gets no report. */
  close(): void;
}

/** A terminal that a bar is drawn on. */
export interface BarTerminal extends Pick<NodeJS.WritableStream, "write"> {
  /** Its width in characters. */
  columns?: number;
}

export interface ReportOptions {
  log: Logger;
  /** Where a bar is drawn; null: the log gets a line for each phase. */
  terminal: BarTerminal | null;
  now: () => number;
  /** The log gets only what is missing, so that what was printed before stays the last line. */
  isQuiet: boolean;
}

const verbs = { download: "downloading", build: "building", install: "installing" };
const width = 24;
const redrawMs = 100;
const usualColumns = 80;

/**
 * The server serves meanwhile, so log lines come between. Each erases the bar (see `createLogger`), which is drawn again below it. At
 * the end the bar is gone.
 */
export function reportProgress({ log, terminal, now, isQuiet }: ReportOptions): ProgressReport {
  const started = now();
  let last: InstallProgress | undefined;
  let timer: NodeJS.Timeout | undefined;

  function draw(): void {
    if (terminal !== null && last !== undefined) {
      const bar = renderBar(last).slice(0, (terminal.columns || usualColumns) - 1);
      terminal.write(`${eraseLine}${bar}\r`);
    }
  }

  function close(): void {
    clearInterval(timer);
    if (timer !== undefined) {
      terminal?.write(eraseLine);
    }
    timer = undefined;
  }

  return {
    update(progress) {
      const isNew = progress.phase !== last?.phase;
      last = progress;
      if (terminal !== null) {
        timer ??= setInterval(draw, redrawMs).unref();
        if (isNew) {
          draw();
        }
      } else if (isNew && !isQuiet) {
        log.info({ applications: progress.total }, `${verbs[progress.phase]} the built-in applications`);
      }
    },
    end({ outcome, applications, tools, failed, isRegistryReachable }) {
      close();
      if (outcome === "installed" && !isQuiet) {
        const seconds = Math.round((now() - started) / 100) / 10;
        log.info({ applications, tools, seconds }, "the built-in applications are ready");
      }
      const [first] = failed;
      if (first !== undefined) {
        const missing = isRegistryReachable
          ? `${failed.length} of the built-in applications could not be built`
          : `the npm registry cannot be reached, so the server lacks ${failed.length} of the built-in applications`;
        log.warn(
          { applications: failed.map(({ slug }) => slug), first: `${first.slug}: ${first.reason}` },
          `${missing}; the server works with those that it has, and tries again later`,
        );
      }
    },
    close,
  };
}

/** Renders `Building applications [########----------------] 14/44`. */
export function renderBar({ phase, done, total }: InstallProgress): string {
  const filled = total === 0 ? width : Math.round((done / total) * width);
  const verb = verbs[phase];
  const label = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} applications`.padEnd(24);
  return `${label} [${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}`;
}
