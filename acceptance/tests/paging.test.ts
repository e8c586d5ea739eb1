import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, type ImportedApplication } from "../support/applications.ts";
import {
  importPagedDownstream,
  type PagedDownstream,
  startPagedDownstream,
} from "../support/paged-downstream.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse } from "../support/records.ts";

let downstream: PagedDownstream;
let application: ImportedApplication;
let caller: Actor;

beforeAll(async () => {
  downstream = await startPagedDownstream();
  application = await importPagedDownstream(downstream);
  expect(application.result.warnings).toEqual([]);
  caller = await hireActor();
  await connect(caller, application, { isDefault: true });
});

beforeEach(() => {
  downstream.recordCount = 25;
  downstream.asked.length = 0;
});

afterAll(() => downstream?.stop());

interface ListOutcome {
  outcome: ExecuteResponse;
  ids: number[];
  /** The header of a cut list; undefined when the list is complete. */
  cut: string | undefined;
}

async function list(operation: string, body: Record<string, unknown>): Promise<ListOutcome> {
  const response = await caller.post(`/v1/tools/${application.tool(operation)}/execute`, body);
  expect(response.status, response.text).toBe(200);
  const outcome = response.body as ExecuteResponse;
  expect(outcome.isSuccess, response.text).toBe(true);
  const results = Array.isArray(outcome.output) ? outcome.output : (outcome.output as { list: [] }).list;
  return {
    outcome,
    ids: results.map(({ id }: { id: number }) => id),
    cut: response.headers["x-bowline-results-cut"],
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const pagedLists = ["list_numbered", "list_by_offset", "list_by_cursor", "list_linked"];
const oddOnly = { fieldName: "isOdd", operator: "eq", value: "true" };
const descending = { fieldName: "id", orderDirection: -1 };

describe.each(pagedLists)("the pages of %s", (operation) => {
  test("are read as far as offset and top need", proves("results.pages.needed"), async () => {
    expect((await list(operation, { offset: 8, top: 7 })).ids).toEqual(numbers(8, 15));
    expect(downstream.asked.length).toBeLessThanOrEqual(2);
    expect((await list(operation, { offset: 20 })).ids).toEqual(numbers(20, 25));
    expect((await list(operation, { offset: 20, top: 100 })).cut).toBeUndefined();
  });

  test(
    "are all read for a sort, and for filters until enough results match",
    proves("results.pages.needed"),
    async () => {
      expect((await list(operation, { sort: [descending], top: 3 })).ids).toEqual([24, 23, 22]);
      expect((await list(operation, { filters: [oddOnly] })).ids).toEqual(
        numbers(0, 25).filter((id) => id % 2 === 1),
      );
      downstream.asked.length = 0;
      expect((await list(operation, { filters: [oddOnly], offset: 1, top: 2 })).ids).toEqual([3, 5]);
      expect(downstream.asked.length).toBe(1);
    },
  );

  test("are not read without filters, sort, offset and top", proves("results.pages.unasked"), async () => {
    expect((await list(operation, {})).ids.length).toBeLessThanOrEqual(10);
    expect(downstream.asked).toHaveLength(1);
  });
});

test("only as many results as needed are requested", proves("results.downstream"), async () => {
  await list("list_by_offset", { offset: 3, top: 4 });
  expect(downstream.asked).toEqual(["/by-offset?skip=3&take=4"]);
});

test("a page and size chosen by the caller are kept", proves("results.pages.caller"), async () => {
  expect((await list("list_numbered", { fields: { page: 3 }, top: 6 })).ids).toEqual(numbers(10, 16));
  expect((await list("list_numbered", { fields: { per_page: 2 }, top: 3 })).ids).toEqual([0, 1, 2]);
  expect(downstream.asked).toEqual([
    "/numbered?page=3",
    "/numbered?page=4",
    "/numbered?per_page=2",
    "/numbered?page=2&per_page=2",
  ]);
});

test("the rest of the output is from the last page", proves("results.pages.envelope"), async () => {
  const { outcome } = await list("list_by_cursor", { top: 15 });
  expect(outcome.output).toMatchObject({ next: 20 });
  expect(outcome.executionInfo?.statusCode).toBe(200);
});

describe("a filter or sort that the application supports", () => {
  test("is not applied again", proves("results.downstream"), async () => {
    const body = { filters: [oddOnly], sort: [descending], offset: 2, top: 3 };
    // The downstream applies only skip and limit, so the result shows that the gateway filtered, sorted and skipped nothing.
    expect((await list("list_native", body)).ids).toEqual([2, 3, 4]);
    expect(downstream.asked).toEqual(["/native?skip=2&limit=3&parity=true&order=-id"]);
  });

  test(
    "is applied here when the caller set the parameter or it does not accept the value",
    proves("results.downstream"),
    async () => {
      const given = await list("list_native", { fields: { parity: false }, filters: [oddOnly], top: 2 });
      expect(given.ids).toEqual([1, 3]);
      const other = await list("list_native", { filters: [{ ...oddOnly, value: "maybe" }] });
      expect(other.ids).toEqual([]);
      expect(downstream.asked).toEqual(["/native?limit=100&parity=false", "/native?limit=100"]);
    },
  );

  test(
    "leaves offset and top to the gateway when the gateway must filter",
    proves("results.downstream"),
    async () => {
      const filters = [{ fieldName: "id", operator: "gt", value: "4" }];
      expect((await list("list_native", { filters, offset: 1, top: 2 })).ids).toEqual([6, 7]);
      expect(downstream.asked).toEqual(["/native?limit=100"]);
    },
  );
});

test("a full page of a tool whose next page is not known is told", proves("results.pages.only"), async () => {
  downstream.recordCount = 250;
  expect(await list("list_native", { top: 150 })).toMatchObject({ ids: { length: 100 }, cut: "page" });
  const filters = [{ fieldName: "id", operator: "gt", value: "4" }];
  expect(await list("list_native", { filters })).toMatchObject({ ids: { length: 95 }, cut: "page" });
  for (const whole of [{ top: 100 }, { filters, top: 95 }, { offset: 200 }, {}]) {
    expect((await list("list_native", whole)).cut).toBeUndefined();
  }
});

test("when a page fails, the execution fails", proves("results.pages.failure"), async () => {
  downstream.refusesFurtherPages = true;
  const path = `/v1/tools/${application.tool("list_by_cursor")}/execute`;
  const response = await caller.post(path, { top: 15 });
  downstream.refusesFurtherPages = false;
  expect(response.body).toMatchObject({
    isSuccess: false,
    errorMessage: expect.stringContaining("No more"),
    output: null,
  });
});

describe("a hostile list", () => {
  test("without end is cut, and the response says so", proves("results.pages.cut"), async () => {
    const { ids, cut } = await list("list_endless", { sort: [descending] });
    expect(cut).toBe("pages");
    expect(ids).toHaveLength(20);
    expect(downstream.asked).toHaveLength(20);
  });

  test("in a circle stops", proves("results.pages.circle"), async () => {
    const { ids, cut } = await list("list_circle", { top: 50 });
    expect(ids.length).toBeLessThanOrEqual(2);
    expect(cut).toBe("repeated");
  });

  test(
    "whose next page has another origin is cut before that page",
    proves("results.pages.origin"),
    async () => {
      const { ids, cut } = await list("list_elsewhere", { top: 50 });
      expect(ids).toEqual([0]);
      expect(cut).toBe("link");
      expect(downstream.strayed).toEqual([]);
    },
  );
});
