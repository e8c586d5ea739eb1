import { ConnectionError } from "@bowline/sdk";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { consoleBase } from "../console-base.ts";
import { hasUnsavedWork } from "../session/unsaved-work.ts";
import { LoadingLines } from "./loading-lines.tsx";
import { Problem } from "./problem.tsx";

const storageKey = "bowline-reloaded-at";
const minuteMs = 60_000;
const pollMs = 3000;

/**
 * Shown in the place of a part that could not be loaded. As soon as the server responds, it loads the page anew: after an update the server has
 * only the new parts. By itself it does so once a minute at most, so that a broken server is not asked in circles, and never where that
 * would lose what somebody has entered.
 */
export function MissingPart(): ReactNode {
  const [problem, setProblem] = useState<Error | null>(null);
  const wasAway = useRef(false);
  const check = async (isAsked: boolean) => {
    if (!(await doesServerRespond())) {
      wasAway.current = true;
      setProblem(new ConnectionError("The console's server does not respond."));
    } else if (isAsked || (!hasUnsavedWork() && (wasAway.current || !wasJustReloaded()))) {
      window.sessionStorage.setItem(storageKey, String(Date.now()));
      window.location.reload();
    } else {
      setProblem(new Error(missingPartMessage));
    }
  };
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    void latest.current(false);
    const timer = setInterval(() => wasAway.current && latest.current(false), pollMs);
    return () => clearInterval(timer);
  }, []);
  return problem === null ? (
    <LoadingLines lines={1} />
  ) : (
    <Problem error={problem} retry={() => check(true)} />
  );
}

const missingPartMessage =
  "A part of the console could not be loaded; the server may have been updated. Trying again loads the page anew, and what is entered here and not saved is lost.";

const wasJustReloaded = (): boolean =>
  Date.now() - Number(window.sessionStorage.getItem(storageKey)) < minuteMs;

/** Whether the server has a console to load. */
const doesServerRespond = (): Promise<boolean> =>
  fetch(`${consoleBase}/console/`, { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
