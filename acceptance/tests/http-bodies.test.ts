import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { nobody } from "../support/actors.ts";
import { refuse, type SendOptions, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const json = { "content-type": "application/json" };
const mebibyte = 1024 * 1024;

function post(options: SendOptions, path = "/v1/toolsets") {
  return bench.caller.send("POST", path, options);
}

/** JSON text of an object with this many bytes. */
function fill(bytes: number): string {
  const frame = '{"fields":{"title":""}}';
  return frame.replace('""', `"${"x".repeat(bytes - frame.length)}"`);
}

describe("a body", () => {
  test("that is not JSON is INVALID_REQUEST", proves("http.body.not-json", "errors.status.400"), async () => {
    for (const rawBody of ["{", "name=x", "{'name':1}", '{"name":"x"}}', "\u0000", "[1,]"]) {
      await refuse(post({ rawBody, headers: json }), "INVALID_REQUEST");
    }
  });

  test("that is not an object is 400", proves("errors.status.400"), async () => {
    for (const rawBody of ["null", "[]", '"x"', "3"]) {
      const refused = await post({ rawBody, headers: json });
      expect(refused.status, rawBody).toBe(400);
    }
  });

  test("of another content type is INVALID_REQUEST", proves("http.body.content-type"), async () => {
    const rawBody = '{"name":"x"}';
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "x"]) {
      await refuse(post({ rawBody, headers: { "content-type": type } }), "INVALID_REQUEST");
    }
    await refuse(post({ rawBody }), "INVALID_REQUEST");
  });

  test("of JSON with a charset is accepted", proves("http.body.content-type"), async () => {
    const headers = { "content-type": "Application/JSON; charset=UTF-8" };
    await succeed(post({ rawBody: '{"name":"Charset"}', headers }));
  });

  test(
    "with a name of several lines or with control characters is refused",
    proves("http.body.names"),
    async () => {
      const member = { kind: "service", email: "robot@example.com", role: "Member" };
      const application = { source: "sql", slug: "names", dialect: "postgresql" };
      for (const name of ["two\nlines", "\u001b[31mred", "bell\u0007", "line\u2028break", "\u202eturned"]) {
        const client = { name, accountUserId: 1, scopes: ["tools:read"] };
        const refusals = [
          bench.caller.post("/v1/members", { ...member, fullName: name }),
          bench.caller.post("/v1/apikeys", { name }),
          bench.caller.post("/v1/toolsets", { name }),
          bench.caller.post("/v1/clients", client),
          bench.caller.post("/v1/applications", { ...application, name }),
          bench.caller.post("/v1/connections", { applicationSlug: bench.application.slug, fields: {}, name }),
        ];
        for (const refusal of refusals) {
          const { details } = await refuse(refusal, "VALIDATION_ERROR");
          expect(details?.map(({ issue }) => issue)).toContain(
            "Must be one line of text without control characters.",
          );
        }
      }
      for (const name of ["\u200b", "\u3164\u2060", "\u2800 \u{e0041}"]) {
        const { details } = await refuse(bench.caller.post("/v1/toolsets", { name }), "VALIDATION_ERROR");
        expect(details?.map(({ issue }) => issue)).toEqual(["Must have a character that can be seen."]);
      }
      for (const name of ["Zoë’s 工具 👩‍💻", "مرحبا", "नमस्ते", "❤️", "#"]) {
        await succeed(bench.caller.post("/v1/toolsets", { name }));
      }
    },
  );

  test(
    "over 1 MiB is INVALID_REQUEST, under it is read",
    proves("http.body.too-large", "http.body.limit"),
    async () => {
      const path = `/v1/tools/${bench.tool("create_item")}/execute`;
      await succeed(post({ rawBody: fill(mebibyte), headers: json }, path));
      await refuse(post({ rawBody: fill(mebibyte + 1), headers: json }, path), "INVALID_REQUEST");
      await refuse(post({ rawBody: fill(3 * mebibyte), headers: json }, path), "INVALID_REQUEST");
    },
  );

  test("over 1 MiB in chunks is INVALID_REQUEST", proves("http.body.too-large"), async () => {
    const chunk = Buffer.from(`{"name":"${"x".repeat(64 * 1024)}`);
    const body = ReadableStream.from(Array.from({ length: 48 }, () => chunk));
    const { baseUrl } = deployment();
    const headers = { ...json, "x-api-key": bench.caller.apiKey };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const response = await fetch(`${baseUrl}/v1/toolsets`, init);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorCode: "INVALID_REQUEST", path: "/v1/toolsets" });
  });

  test("may begin with a byte order mark", proves("http.body.not-json"), async () => {
    const packed = await post({ rawBody: '\ufeff{"name":7}', headers: json });
    expect(packed.body).toMatchObject({ errorCode: "VALIDATION_ERROR" });
  });

  test("of compressed JSON is INVALID_REQUEST", proves("http.body.not-json"), async () => {
    const rawBody = gzipSync('{"name":"packed"}');
    await refuse(post({ rawBody, headers: { ...json, "content-encoding": "gzip" } }), "INVALID_REQUEST");
  });

  test("nested deeper than 64 levels is 400", proves("http.body.nesting"), async () => {
    const path = `/v1/tools/${bench.tool("create_item")}/execute`;
    // The two objects are levels, too.
    const nest = (levels: number) =>
      `{"fields":{"title":"x","due":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}}}`;
    const send = (levels: number) => post({ rawBody: nest(levels), headers: json }, path);
    await refuse(send(64), "VALIDATION_ERROR", ["fields.due"]);
    await refuse(send(65), "INVALID_REQUEST");
    await refuse(send(100_000), "INVALID_REQUEST");
  });

  test("with a number that would change is INVALID_REQUEST", proves("http.numbers.exact"), async () => {
    const path = `/v1/tools/${bench.tool("create_item")}/execute`;
    const create = (number: string) =>
      post({ rawBody: `{"fields":{"title":"9007199254740993","amount":${number}}}`, headers: json }, path);
    bench.downstream.forget();
    for (const number of ["9007199254740993", "12345678901234567890", "1e400"]) {
      await refuse(create(number), "INVALID_REQUEST");
    }
    expect(bench.downstream.requests).toEqual([]);
    expect((await create("1700000000000000000")).status).toBe(200);
  });

  test("with an unknown member is a VALIDATION_ERROR", proves("http.body.unknown-member"), async () => {
    await refuse(post({ body: { name: "x", color: "red" } }), "VALIDATION_ERROR", ["color"]);
    const prototype = '{"name":"x","__proto__":{"admin":true}}';
    await refuse(post({ rawBody: prototype, headers: json }), "VALIDATION_ERROR", ["__proto__"]);
  });

  test(
    "with __proto__ for a name is refused, not cut",
    proves("http.body.unknown-nested-member"),
    async () => {
      const slug = bench.tool("create_item");
      const places: [path: string, rawBody: string, field: string][] = [
        [
          "/v1/toolsets",
          `{"name":"x","settings":{"tools":{"${slug}":{"presets":{"__proto__":1}}}}}`,
          `settings.tools.${slug}.presets.__proto__`,
        ],
        [
          "/v1/toolsets",
          '{"name":"x","settings":{"tools":{"\\u005f_proto__":{}}}}',
          "settings.tools.__proto__",
        ],
        [`/v1/tools/${slug}/execute`, '{"fields":{"title":"x","__proto__":{}}}', "fields.__proto__"],
      ];
      for (const [path, rawBody, field] of places) {
        await refuse(post({ rawBody, headers: json }, path), "VALIDATION_ERROR", [field]);
      }
    },
  );

  test(
    "with an unknown member inside an entry names its path",
    proves("http.body.unknown-nested-member"),
    async () => {
      const entry = { connectionId: 1, applicationSlug: "x", toolSlugs: [], color: "red" };
      await refuse(post({ body: { name: "x", connections: [entry] } }), "VALIDATION_ERROR", [
        "connections[0].color",
      ]);
    },
  );

  test("missing where required is INVALID_REQUEST", proves("http.body.missing"), async () => {
    for (const path of ["/v1/toolsets", "/v1/connections", "/v1/apikeys"]) {
      await refuse(post({}, path), "INVALID_REQUEST");
    }
  });
});

test("the credential is checked before a body is read", proves("http.order.credential-first"), async () => {
  await refuse(nobody().post("/v1/toolsets", undefined, { rawBody: "{", headers: json }), "UNAUTHORIZED");
});
