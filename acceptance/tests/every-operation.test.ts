import { beforeAll, describe, expect, test } from "vitest";
import { makeServiceClient } from "../authorization-server/support/token-client.ts";
import { type Actor, hireActor, nobody, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { createCaller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { startDownstream } from "../support/downstream.ts";
import { startImport } from "../support/imports.ts";
import { proves } from "../support/proves.ts";
import { fillPath, readPublishedOperations } from "../support/published-contract.ts";
import type { Toolset } from "../support/records.ts";

const operations = await readPublishedOperations();
const json = { "content-type": "application/json" };
const admin = theAdmin();
let caller: Actor;

beforeAll(async () => {
  caller = await hireActor();
});

test("the server publishes operations", proves("operations.openapi"), () => {
  expect(operations.length).toBeGreaterThan(30);
});

describe.each(operations)("$method $path", (operation) => {
  const { method, path, takesBody, sampleBody, parameters, needsQuery } = operation;
  const absent = fillPath(path);
  const body = takesBody ? { body: sampleBody } : {};

  if (method === "GET" && parameters.length === 0 && !needsQuery) {
    test("works without its optional query parameters", proves("operations.openapi"), async () => {
      await succeed(admin.get(path));
    });
  }

  if (takesBody) {
    test("has an example of its body", proves("operations.openapi"), () => {
      expect(sampleBody).toBeTypeOf("object");
    });
  }

  test(
    "returns 401 without a credential and with a wrong one",
    proves("authentication.every-endpoint", "authentication.missing", "authentication.invalid-key"),
    async () => {
      await refuse(nobody().send(method, absent, body), "UNAUTHORIZED");
      await refuse(createKeyCaller(`bwl_${"x".repeat(38)}`).send(method, absent, body), "UNAUTHORIZED");
    },
  );

  test(
    "returns 401 for an invalid Bearer token even with a valid key",
    proves("authentication.bearer-precedence"),
    async () => {
      const both = { "x-api-key": deployment().adminApiKey, authorization: "Bearer x.y.z" };
      await refuse(createCaller(both).send(method, absent, body), "UNAUTHORIZED");
    },
  );

  if (takesBody) {
    test(
      "returns 400 for a body that cannot be parsed",
      proves("http.body.not-json", "http.body.content-type", "http.body.missing"),
      async () => {
        await refuse(admin.send(method, absent, { rawBody: "{", headers: json }), "INVALID_REQUEST");
        await refuse(admin.send(method, absent), "INVALID_REQUEST");
        const headers = { "content-type": "text/plain" };
        await refuse(admin.send(method, absent, { rawBody: "{}", headers }), "INVALID_REQUEST");
      },
    );
  }

  if (takesBody) {
    test(
      "names an unknown member of the body",
      proves("http.body.unknown-member", "http.order.input-before-existence"),
      async () => {
        const response = admin.send(method, absent, { body: { surprise: 1 } });
        await refuse(response, "VALIDATION_ERROR", ["surprise"]);
      },
    );
  }

  if (takesBody && path !== "/v1/applications") {
    test("returns 400 for a body over 1 MiB", proves("http.body.too-large"), async () => {
      const rawBody = `{"surprise":"${"x".repeat(1024 * 1024)}"}`;
      await refuse(admin.send(method, absent, { rawBody, headers: json }), "INVALID_REQUEST");
    });
  }

  if (parameters.length > 0) {
    test("returns 404 when the path names nothing", proves("http.references.path"), async () => {
      await refuse(admin.send(method, absent, body), "NOT_FOUND");
    });
  }

  for (const { name } of parameters.filter(({ isInteger }) => isInteger)) {
    test(
      `returns 404 for a ${name} below 1 and 400 for one that is not an int32`,
      proves("http.ids.below-one", "http.ids.not-an-integer", "http.ids.past-int32"),
      async () => {
        for (const id of ["0", "-1", "-2147483648"]) {
          await refuse(admin.send(method, fillPath(path, { [name]: id }), body), "NOT_FOUND");
        }
        for (const id of ["abc", "1.5", "1e3", "0x10", "2147483648", "9".repeat(30)]) {
          await refuse(admin.send(method, fillPath(path, { [name]: id }), body), "VALIDATION_ERROR", [name]);
        }
      },
    );
  }

  if (path.includes("{toolsetId}")) {
    test("returns 400 for a toolset id that is not a GUID", proves("http.guids.malformed"), async () => {
      for (const id of [
        "12",
        "00000000-0000-4000-8000-00000000000",
        "00000000-0000-4000-8000-00000000000g",
      ]) {
        const response = admin.send(method, fillPath(path, { toolsetId: id }), body);
        await refuse(response, "VALIDATION_ERROR", ["toolsetId"]);
      }
    });
  }
});

describe("a path with an unsupported method", () => {
  const paths = [...new Set(operations.map(({ path }) => path))];

  test.each(paths)("%s is 404", proves("http.method.unknown"), async (path) => {
    const concrete = fillPath(path);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const isServed = operations.some(
        (each) => each.method === method && matchesTemplate(each.path, concrete),
      );
      if (!isServed) {
        await refuse(caller.send(method, concrete), "NOT_FOUND");
      }
    }
  });
});

/** Whether a concrete path matches the template. */
function matchesTemplate(template: string, concrete: string): boolean {
  const expected = template.split("/");
  const actual = concrete.split("/");
  const sameLength = expected.length === actual.length;
  return (
    sameLength && expected.every((segment, index) => segment.startsWith("{") || segment === actual[index])
  );
}

describe("another caller's resource", () => {
  const owned = operations.filter(({ path }) => /\{(connectionId|toolsetId)\}/.test(path));
  let values: Record<string, string>;

  beforeAll(async () => {
    const owner = await hireActor();
    const downstream = await startDownstream();
    const { connectionId } = await connect(owner, await importDownstream(downstream));
    await downstream.stop();
    const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", { name: "Owner's" }));
    values = { connectionId: String(connectionId), toolsetId };
  });

  test.each(owned)(
    "is 403 to $method $path",
    proves("http.references.foreign-path", "errors.status.403", "authentication.ownership"),
    async ({ method, path, takesBody, sampleBody }) => {
      const options = takesBody ? { body: sampleBody } : {};
      await refuse(caller.send(method, fillPath(path, values), options), "FORBIDDEN");
      await refuse(admin.send(method, fillPath(path, values), options), "FORBIDDEN");
    },
  );
});

describe("an operation for Admins", () => {
  let values: Record<string, string>;

  beforeAll(async () => {
    const downstream = await startDownstream();
    const { slug, record } = await importDownstream(downstream);
    await downstream.stop();
    const [method] = record.authentications;
    const { accountUserId } = await hireActor();
    const { clientId } = await makeServiceClient(["tools:read"]);
    values = {
      slug,
      clientId,
      accountUserId: String(accountUserId),
      importId: String(
        await startImport(admin, { source: "sql", slug: uniqueName("x"), dialect: "postgresql" }),
      ),
      authenticationId: String(method?.authenticationId),
    };
  });

  test.each(operations.filter(({ isForAdmins }) => isForAdmins))(
    "is 403 to a Member: $method $path",
    proves("identity.roles.admin-only"),
    async ({ method, path, takesBody, sampleBody }) => {
      const options = takesBody ? { body: sampleBody } : {};
      await refuse(caller.send(method, fillPath(path, values), options), "FORBIDDEN");
    },
  );
});

describe("a deleted profile", () => {
  let deleted: Actor;
  beforeAll(async () => {
    deleted = await hireActor({ role: "Admin" });
    await succeed(deleted.delete("/v1/auth/profile"));
  });

  const others = operations.filter(({ path, needsQuery }) => path !== "/v1/auth/whoami" && !needsQuery);
  test.each(others)(
    "is 403 to $method $path",
    proves("identity.deleted-profile.forbidden"),
    async ({ method, path, takesBody, sampleBody, parameters }) => {
      const options = takesBody ? { body: sampleBody } : {};
      const response = await deleted.send(method, fillPath(path), options);
      // Existence is checked before permission (decisions D3), so a missing resource may be 404 first.
      expect(parameters.length > 0 ? [403, 404] : [403], response.text).toContain(response.status);
    },
  );
});
