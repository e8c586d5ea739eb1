import { describe, expect, it } from "vitest";
import { importSmallDocument } from "../../../testing/import-small-document.ts";
import type { ToolManifest } from "../../manifest/tool-manifest.ts";
import type { HttpTool } from "../../tool.ts";

const list = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
const query = (name: string, schema: object = { type: "integer" }) => ({ name, in: "query", schema });

function respondsWith(schema: object, more: object = {}) {
  return { "200": { description: "OK", content: { "application/json": { schema } }, ...more } };
}

const listing = (members: object = {}) => ({
  operationId: "listThings",
  parameters: [query("skip"), query("take", { type: "integer", maximum: 50 }), query("sort", {})],
  responses: respondsWith(list),
  ...members,
});

/** The only tool's manifest, and the import's warnings. */
function read(operation: object, root: object = {}): { manifest: ToolManifest; warnings: string[] } {
  const { application, warnings } = importSmallDocument({
    paths: { "/things": { get: operation } },
    ...root,
  });
  return { manifest: application.tools[0]?.manifest ?? {}, warnings };
}

describe("x-bowline-paging", () => {
  it("names the tool's inputs and takes a page's size from the parameter's maximum", () => {
    const paging = { kind: "offset", parameter: "skip", sizeParameter: "take" };
    const { manifest, warnings } = read(listing({ "x-bowline-paging": paging }));
    expect(manifest.paging).toEqual({ ...paging, maxSize: 50 });
    expect(warnings).toEqual([]);
  });

  it("finds a parameter whose input has another name, and a property of a body", () => {
    const { application } = importSmallDocument({
      paths: {
        "/things": {
          post: {
            parameters: [query("page[number]")],
            requestBody: {
              content: {
                "application/json": { schema: { type: "object", properties: { size: { type: "integer" } } } },
              },
            },
            responses: respondsWith(list),
            "x-bowline-paging": { kind: "pageNumber", parameter: "page[number]", sizeParameter: "size" },
          },
        },
      },
    });
    const [tool] = application.tools;
    const renamed = tool?.binding.kind === "http" ? tool.binding.parameters[0]?.input : undefined;
    expect(renamed).not.toBe("page[number]");
    expect(tool?.manifest?.paging).toMatchObject({ parameter: renamed, sizeParameter: "size" });
  });

  it("sets the path of the list", () => {
    const { application } = importSmallDocument({
      paths: {
        "/things": {
          get: {
            responses: respondsWith({ type: "object" }),
            "x-bowline-paging": { kind: "bodyLink", linkPath: "/next", resultsPath: "/deep/list" },
          },
        },
      },
    });
    expect(application.tools[0]).toMatchObject({
      resultsPath: "/deep/list",
      manifest: { paging: { kind: "bodyLink", linkPath: "/next" } },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["of an unknown kind", { kind: "magic" }, /kind: Invalid/],
    ["with an unknown member", { kind: "linkHeader", color: 1 }, /color/],
    ["that is no object", 7, /expected object/],
    [
      "with a parameter that the operation lacks",
      { kind: "offset", parameter: "from" },
      /no parameter "from"/,
    ],
    ["with an invalid pointer", { kind: "bodyLink", linkPath: "next" }, /linkPath: Must be a JSON Pointer/],
  ])("%s is left out with a warning", (_, mark, reason) => {
    const { manifest, warnings } = read(listing({ "x-bowline-paging": mark }));
    expect(manifest).toEqual({});
    expect(warnings).toEqual([
      expect.stringMatching(/The mark x-bowline-paging is left out: .*GET \/things/),
    ]);
    expect(warnings[0]).toMatch(reason);
  });

  it("of an operation that returns no list is left out with a warning", () => {
    const { manifest, warnings } = read({
      responses: respondsWith({ type: "object" }),
      "x-bowline-paging": { kind: "linkHeader" },
    });
    expect(manifest).toEqual({});
    expect(warnings).toEqual([expect.stringContaining("resultsPath")]);
  });
});

describe("paging without a mark", () => {
  const numbered = (page: object, more: object = {}) => ({
    parameters: [query("page", page), query("per_page", { type: "integer", maximum: 100 })],
    responses: respondsWith(list, more),
  });

  it("is by the Link header when the response declares one", () => {
    const { manifest } = read(numbered({ type: "integer" }, { headers: { Link: { schema: {} } } }));
    expect(manifest.paging).toEqual({
      kind: "linkHeader",
      parameter: "page",
      sizeParameter: "per_page",
      maxSize: 100,
    });
  });

  it.each([
    [100, { description: "The number of results per page (max 100)." }],
    [50, { maximum: 1000, description: "The default is 50, and the maximum is 50." }],
    [500, { description: "Must be a number between 1 and 500." }],
    [20, { maximum: 20, description: "The maximum number of things. At most 1,000 are kept." }],
    [undefined, { description: "The maximum number of things. Default: 10." }],
    [undefined, { description: "Max 1.5 MB." }],
  ])("has pages of at most %s when the size is %j", (maxSize, said) => {
    const parameters = [
      query("page", { type: "integer", default: 1 }),
      query("limit", { type: "integer", ...said }),
    ];
    expect(read({ parameters, responses: respondsWith(list, {}) }).manifest.paging?.maxSize).toBe(maxSize);
  });

  it.each([
    [1, { default: 1 }],
    [1, { minimum: 1, description: "Starts at 0." }],
    [0, { default: 0 }],
    [1, { description: "Page of results (1-based)." }],
    [1, { description: "Set to 1 by default. Must be greater than 0." }],
    [1, { description: "The default page is 1." }],
    [0, { description: "Page to retrieve (starts at and defaults to 0)" }],
    [0, { description: "The first page is 0." }],
  ])("is by number when the document says that pages begin at %i: %j", (firstPage, said) => {
    const { manifest } = read(numbered({ type: "integer", ...said }));
    expect(manifest.paging).toMatchObject({ kind: "pageNumber", parameter: "page", firstPage });
  });

  it.each(["A page number.", "Defaults to 10.", "E.g. page=1.", "Zero-based. The first page is 1."])(
    "is not by number when the document does not say where pages begin: %s",
    (description) => {
      expect(read(numbered({ type: "integer", description })).manifest).toEqual({});
    },
  );

  /** Reads a list with these parameters in an envelope with these members. */
  const enveloped = (parameters: object[], members: object): ToolManifest =>
    read({
      parameters,
      responses: respondsWith({ type: "object", properties: { items: list, ...members } }),
    }).manifest;
  const text = { type: "string" };
  const within = (...names: string[]) =>
    names.reduceRight<object>((schema, name) => ({ type: "object", properties: { [name]: schema } }), text);

  it.each([
    ["cursor", { next_cursor: text }, "/next_cursor"],
    ["pageToken", { nextPageToken: { anyOf: [text, { type: "null" }] } }, "/nextPageToken"],
    ["pagetoken", { next_page_token: text }, "/next_page_token"],
    ["cursor", { response_metadata: within("next_cursor") }, "/response_metadata/next_cursor"],
    ["starting_after", { pages: within("next", "starting_after") }, "/pages/next/starting_after"],
    ["paginationToken", { pagination: within("next") }, "/pagination/next"],
    ["continue", { metadata: within("continue") }, "/metadata/continue"],
    ["cursor", { meta: { allOf: [{ $ref: "#/components/schemas/Meta" }] } }, "/meta/next_cursor"],
  ])("is by a cursor that the response holds for %s", (name, members, cursorPath) => {
    const { manifest } = read(
      {
        parameters: [query("limit", { type: "integer", maximum: 50 }), query(name, text)],
        responses: respondsWith({ type: "object", properties: { items: list, ...members } }),
      },
      { components: { schemas: { Meta: within("next_cursor") } } },
    );
    expect(manifest.paging).toEqual({
      kind: "cursor",
      parameter: name,
      cursorPath,
      sizeParameter: "limit",
      maxSize: 50,
    });
  });

  it("is by the number of the next page, and ends where a member says that no more follow", () => {
    const members = {
      meta: { properties: { next_page: { type: "integer" }, has_more: { type: "boolean" } } },
    };
    expect(enveloped([query("page")], members).paging).toEqual({
      kind: "cursor",
      parameter: "page",
      cursorPath: "/meta/next_page",
      hasMorePath: "/meta/has_more",
    });
  });

  it.each([
    [{ links: within("next") }, "/links/next"],
    [{ _links: within("next", "href") }, "/_links/next/href"],
    [{ next: { type: "string", format: "uri" } }, "/next"],
    [{ "@odata.nextLink": text }, "/@odata.nextLink"],
    [{ next_page_url: text }, "/next_page_url"],
    [{ next_page_uri: text }, "/next_page_uri"],
  ])("is by an address in the response: %j", (members, linkPath) => {
    expect(enveloped([query("page", text)], members).paging).toEqual({ kind: "bodyLink", linkPath });
  });

  it("is by an offset and a limit, unless the offset may count pages", () => {
    const parameters = [query("offset"), query("limit", { type: "integer", maximum: 20 })];
    const paging = { kind: "offset", parameter: "offset", sizeParameter: "limit", maxSize: 20 };
    expect(enveloped(parameters, { total: { type: "integer" } }).paging).toEqual(paging);
    expect(enveloped(parameters, { more: { type: "boolean" } }).paging).toEqual({
      ...paging,
      hasMorePath: "/more",
    });
    expect(enveloped(parameters, {}).paging).toEqual(paging);
    const described = (description: string) => [
      query("offset", { type: "integer", description }),
      query("limit"),
    ];
    expect(enveloped(described("Where to start. For pagination."), {}).paging).toBeDefined();
    expect(enveloped(described("The page of records to return"), {})).toEqual({});
    expect(enveloped([query("offset", text), query("limit")], {})).toEqual({});
    expect(enveloped([query("offset")], {})).toEqual({});
  });

  it("is not seen in the records, in values of another type, or where the mark is false", () => {
    const cursor = query("cursor", text);
    const records = { type: "array", items: within("next_cursor") };
    expect(enveloped([cursor], { items: records })).toEqual({});
    expect(enveloped([cursor], { next_cursor: { type: "integer" } })).toEqual({});
    expect(
      enveloped([query("per_page")], { next: { properties: { per_page: { type: "integer" } } } }),
    ).toEqual({});
    const responses = respondsWith({ type: "object", properties: { items: list, next_cursor: text } });
    const { manifest, warnings } = read({ parameters: [cursor], responses, "x-bowline-paging": false });
    expect([manifest, warnings]).toEqual([{}, []]);
  });

  it("is sought in a bounded part of a response, however far its objects fan out", () => {
    const fan = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`${name}${index}`, { $ref: "#/components/schemas/Fan" }]),
      );
    const responses = respondsWith({
      type: "object",
      properties: { items: list, cursors: text, ...fan("a") },
    });
    const { manifest } = read(
      { parameters: [query("cursor", text)], responses },
      { components: { schemas: { Fan: { type: "object", properties: fan("b") } } } },
    );
    expect(manifest).toEqual({});
  });

  it("is not guessed in other cases", () => {
    expect(read(numbered({ type: "integer" })).manifest).toEqual({});
    expect(read(numbered({ type: "string", default: 1 })).manifest).toEqual({});
    expect(read(listing()).manifest).toEqual({});
    expect(
      read({ ...numbered({ type: "integer", default: 1 }), responses: respondsWith({ type: "object" }) })
        .manifest,
    ).toEqual({});
  });
});

describe("x-bowline-results and x-bowline-context", () => {
  it("are read with the names of inputs", () => {
    const results = {
      top: { parameter: "take", max: 10 },
      filters: [{ fieldName: "id", operator: "gt", parameter: "skip" }],
      sort: [{ fieldName: "id", orderDirection: -1, parameters: { sort: "-id" } }],
    };
    const context = { type: "shelf", inputs: ["skip"] };
    const { manifest, warnings } = read(
      listing({ "x-bowline-results": results, "x-bowline-context": context }),
    );
    expect(manifest).toEqual({ results, context });
    expect(warnings).toEqual([]);
  });

  it("give the tool its contextType", () => {
    const { application } = importSmallDocument({
      paths: { "/things": { get: listing({ "x-bowline-context": { type: "shelf", inputs: ["skip"] } }) } },
    });
    expect(application.tools[0]?.contextType).toBe("shelf");
  });

  it("that are wrong are left out one by one", () => {
    const { manifest, warnings } = read(
      listing({ "x-bowline-results": { top: 5 }, "x-bowline-context": { type: "shelf", inputs: ["skip"] } }),
    );
    expect(manifest).toEqual({ context: { type: "shelf", inputs: ["skip"] } });
    expect(warnings).toEqual([expect.stringContaining("x-bowline-results")]);
  });
});

describe("marks at the root", () => {
  const paths = {
    "/things": { get: listing(), delete: { operationId: "clear" } },
    "/me": { get: { responses: respondsWith({ type: "object" }) } },
  };
  const kind = { kind: "thing", operation: "listThings", namePath: "/id" };

  it("name operations by operationId or by method and path", () => {
    const { application, warnings } = importSmallDocument({
      paths,
      "x-bowline-objects": [kind, { ...kind, kind: "again", operation: "GET /things" }],
      "x-bowline-test": { operation: "GET /me", labelPath: "/login" },
    });
    expect(application.manifest).toEqual({
      objects: [
        { ...kind, operation: "list_things" },
        { ...kind, kind: "again", operation: "list_things" },
      ],
      test: { operation: "get_me", labelPath: "/login" },
    });
    expect(warnings).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ["no such operation", { "x-bowline-test": { operation: "nothing" } }, /no operation "nothing"/],
    ["a call that deletes", { "x-bowline-test": { operation: "clear" } }, /does not only read/],
    ["a malformed test", { "x-bowline-test": true }, /x-bowline-test is left out/],
    ["no list of objects", { "x-bowline-objects": {} }, /it is not a list/],
    ["an object without a name", { "x-bowline-objects": [{ ...kind, namePath: 1 }] }, /\[0\].*namePath/],
    [
      "a tool without a list",
      { "x-bowline-objects": [{ ...kind, operation: "GET /me" }] },
      /list of results/,
    ],
  ])("that are wrong cause a warning, and the import continues: %s", (_, marks, warning) => {
    const { application, warnings } = importSmallDocument({ paths, ...marks });
    expect(application.tools).toHaveLength(3);
    expect(application.manifest).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });
});

describe("the mark x-bowline-failure", () => {
  const rule = { path: "/ok", equals: false, messagePath: "/error" };
  const importWith = (root: object, operation: object) =>
    importSmallDocument({ ...root, paths: { "/a": { get: { responses: {}, ...operation } } } });

  it("at the root is a fact of every tool, unless an operation has its own", () => {
    const own = { path: "/code", notEquals: 0 };
    const failures = [{}, { "x-bowline-failure": own }, { "x-bowline-failure": false }].map((operation) => {
      const [tool] = importWith({ "x-bowline-failure": rule }, operation).application.tools;
      return (tool as HttpTool).binding.failure;
    });
    expect(failures).toEqual([rule, own, undefined]);
  });

  it("is left out with a remark when it is wrong", () => {
    const { warnings, application } = importWith({ "x-bowline-failure": { path: "/ok" } }, {});
    expect(warnings).toContain(
      "The mark x-bowline-failure is left out: it: Set exactly one of equals, notEquals and exists.",
    );
    expect(application.tools[0]?.binding).not.toHaveProperty("failure");
  });
});
