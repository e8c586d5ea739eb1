// The program of a thread that runs the code of one application, one call at a time.
import { pathToFileURL } from "node:url";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { DefinedApplication } from "@bowline/catalog/application";
import { guardGlobals, registerModuleHooks, withoutFiles } from "../../code-files/module-hooks.ts";
import { countEveryTimer } from "./count-every-timer.ts";
import { describeError } from "./describe-error.ts";
import {
  type AskedRequest,
  type AskedResponse,
  type CodeJob,
  type CodeModule,
  callIsOver,
  type FromThread,
  type ToThread,
} from "./messages.ts";
import { type RunTool, runTool } from "./run-tool.ts";
import { createToolEgress } from "./tool-egress.ts";

const { file, operatorFolder, codeHash }: CodeModule = workerData;
const waiting = new Map<number, (response: AskedResponse) => void>();
let lastRequestId = 0;
let stopCall: AbortController | null = null;
/** Ends the call for an error that nobody caught, such as one thrown by a timer. */
let failCall: ((error: unknown) => void) | null = null;

const maxReusedBytes = 96 * 1024 * 1024;

/** Kept before the code can replace them. */
const outputs = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));

const post = (message: FromThread): void => parentPort?.postMessage(message);

/** The way out of one call: what goes on after its end would send requests with the credentials of the next one. */
function openWayOut(): { send(request: AskedRequest): Promise<AskedResponse>; close(): void } {
  let isOpen = true;
  return {
    send: (request) => (isOpen ? send(request) : Promise.resolve(callIsOver)),
    close: () => {
      isOpen = false;
    },
  };
}

function send(request: AskedRequest): Promise<AskedResponse> {
  const { promise, resolve } = Promise.withResolvers<AskedResponse>();
  lastRequestId++;
  waiting.set(lastRequestId, resolve);
  post({ kind: "request", requestId: lastRequestId, request });
  return promise;
}

async function call(application: DefinedApplication, job: CodeJob, mark: string): Promise<void> {
  const before = listActivity();
  stopCall = new AbortController();
  const { promise: broken, resolve } = Promise.withResolvers<unknown>();
  let isBroken = false;
  failCall = (error) => {
    isBroken = true;
    resolve(error);
  };
  const { definition } = application;
  const wayOut = openWayOut();
  const tool = definition.tools.find(({ operation }) => operation === job.operation)?.definition;
  const result = await Promise.race([
    tool?.run === undefined
      ? describeError(new Error("The application no longer has this tool. Restart the server."))
      : runTool(tool as RunTool, job, createToolEgress(wayOut.send, job.failure), stopCall.signal),
    broken.then(describeError),
  ]);
  failCall = null;
  wayOut.close();
  const isReusable = !isBroken && waiting.size === 0 && listActivity().length <= before.length && hasRoom();
  for (const write of outputs) {
    write(`\n${mark}\n`);
  }
  post({ kind: "done", result, isReusable });
}

/** Half of what a call may take is left for the next one, also when nothing of this one's memory becomes free before. */
function hasRoom(): boolean {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory < maxReusedBytes;
}

/** Timers, files and the like that are open. */
const listActivity = (): string[] => process.getActiveResourcesInfo();

/** @throws Error when the code is not what it was when the server started */
async function loadApplication(): Promise<DefinedApplication> {
  const hashCode = operatorFolder === null ? undefined : registerModuleHooks(operatorFolder, file);
  const { application } = await import(pathToFileURL(file).href);
  if (codeHash !== undefined && hashCode?.() !== codeHash) {
    throw new Error("Its files have changed. Restart the server.");
  }
  return application;
}

async function main(): Promise<void> {
  process.on("uncaughtException", (error) => failCall?.(error));
  process.on("unhandledRejection", (error) => failCall?.(error));
  guardGlobals();
  countEveryTimer();
  let application: DefinedApplication;
  try {
    application = await loadApplication();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const shown = operatorFolder === null ? message : withoutFiles(message, operatorFolder, file);
    post({ kind: "unusable", message: shown });
    return;
  }
  parentPort?.on("message", (message: ToThread) => {
    switch (message.kind) {
      case "call":
        void call(application, message.job, message.mark);
        break;
      case "response":
        waiting.get(message.requestId)?.(message.response);
        waiting.delete(message.requestId);
        break;
      case "abort":
        stopCall?.abort();
        break;
    }
  });
  post({ kind: "ready" });
}

await main();
