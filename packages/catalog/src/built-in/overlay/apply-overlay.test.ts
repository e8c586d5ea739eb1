import { expect, it } from "vitest";
import { declareThings } from "../../../testing/declare-things.ts";
import { buildDocumentApplication } from "../build-document-application.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  components: { pathItems: { old: { get: {}, delete: {} } } },
  paths: {
    "/things": {
      get: { operationId: "ThingsController_listThings", parameters: [{ name: "q", in: "query" }] },
    },
    "/old": { get: {}, post: {}, delete: { operationId: "Remove" } },
    "/shared": { $ref: "#/components/pathItems/old" },
  },
};

function build(members: Parameters<typeof declareThings>[0]) {
  const { application } = buildDocumentApplication(
    declareThings(members),
    new Map([["things.json", JSON.stringify(document)]]),
  );
  return application.tools;
}

const featured = { "GET /things": { name: "List things", description: "Lists all things that there are." } };

it("leaves out every operation that a pattern excludes, also several of one path", () => {
  const tools = build({ featured, exclude: ["* /old", "* /shared"] });
  expect(tools.map(({ operationKey }) => operationKey)).toEqual(["GET /things"]);
});

it("names tools by rewritten operationIds, and by method and path when nothing is left of one", () => {
  const tools = build({
    operationIds: [
      { pattern: "^[A-Za-z]+Controller_", replacement: "" },
      { pattern: "^Remove$", replacement: "" },
    ],
    featured: { listThings: featured["GET /things"] },
    exclude: ["* /shared"],
  });
  expect(tools.map(({ slug }) => slug)).toEqual([
    "things_list_things",
    "things_get_old",
    "things_post_old",
    "things_delete_old",
  ]);
});

it("marks the operations that take an object, and those that only read", () => {
  const [list, , post] = build({
    featured,
    contexts: [{ context: { type: "thing", inputs: ["q"] }, operations: ["* /things"] }],
    readOnly: ["POST /old"],
    exclude: ["* /shared"],
  });
  expect(list?.contextType).toBe("thing");
  expect(post?.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
  });
});

it("refuses to call a PUT, PATCH or DELETE reading", () => {
  expect(() => build({ featured, readOnly: ["* /old"] })).toThrow(/DELETE \/old does not only read/);
});
