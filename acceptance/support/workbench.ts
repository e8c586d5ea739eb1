import { afterAll, beforeAll } from "vitest";
import { type Actor, hireActor } from "./actors.ts";
import {
  connect,
  type ImportedApplication,
  type ImportOptions,
  importDownstream,
  type MadeConnection,
} from "./applications.ts";
import { type Downstream, startDownstream } from "./downstream.ts";

/** The set-up of most execution tests: a downstream, its application, and a caller with a default connection. */
export interface Workbench {
  downstream: Downstream;
  application: ImportedApplication;
  caller: Actor;
  /** The caller's default connection. */
  connection: MadeConnection;
  tool(operationId: string): string;
}

/** Creates a workbench before the tests of a file and stops it after them. */
export function useWorkbench(options: ImportOptions = {}): Workbench {
  const workbench = {} as Workbench;
  beforeAll(async () => {
    const downstream = await startDownstream();
    const application = await importDownstream(downstream, options);
    const caller = await hireActor();
    const connection = await connect(caller, application, { isDefault: true });
    Object.assign(workbench, { downstream, application, caller, connection, tool: application.tool });
  });
  afterAll(() => workbench.downstream?.stop());
  return workbench;
}
