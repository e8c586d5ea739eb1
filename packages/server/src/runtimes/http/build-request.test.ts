import type { BodyBinding, CredentialPlacement, HttpBinding } from "@bowline/catalog";
import { describe, expect, test } from "vitest";
import type { Access } from "../runtime.ts";
import { buildHttpRequest } from "./build-request.ts";
import { compileHttpBinding } from "./compile-binding.ts";
import { maskHttpRequest } from "./mask-request.ts";

const binding: HttpBinding = {
  kind: "http",
  method: "POST",
  serverUrl: null,
  path: "/items",
  parameters: [
    { in: "query", name: "api_key", input: "api_key", style: "form", explode: true, allowReserved: false },
    { in: "header", name: "X-Token", input: "token", style: "simple", explode: false, allowReserved: false },
    { in: "header", name: "Host", input: "host", style: "simple", explode: false, allowReserved: false },
    { in: "cookie", name: "session", input: "session", style: "form", explode: true, allowReserved: false },
  ],
  body: null,
  accept: "application/json",
  authentications: ["key"],
};

const target: Access = {
  serverUrl: "https://api.example.com/v1",
  variables: {},
  placements: [],
  secretValues: [],
};

function build(changes: Partial<HttpBinding>, input: Record<string, unknown>, where: Partial<Access> = {}) {
  return buildHttpRequest(compileHttpBinding({ ...binding, ...changes }), { ...target, ...where }, input);
}

test("a list of any length is written", () => {
  const { url } = build({}, { api_key: Array.from({ length: 200_000 }, () => "x") });
  expect(url).toHaveLength("https://api.example.com/v1/items?".length + 200_000 * "api_key=x&".length - 1);
});

describe("the server's address", () => {
  test.each([
    ["https://api.example.com", {}, "https://api.example.com/items"],
    ["https://api.example.com/", {}, "https://api.example.com/items"],
    [
      "https://{shop}.example.com/{version}",
      { shop: "acme", version: "v2" },
      "https://acme.example.com/v2/items",
    ],
    ["https://{host}/api", { host: "h.example:8443" }, "https://h.example:8443/api/items"],
    ["{baseUrl}/rest", { baseUrl: "https://own.example/x" }, "https://own.example/x/rest/items"],
    ["https://a.example/{path}", { path: "deep/er path" }, "https://a.example/deep/er%20path/items"],
    ["https://a.example{path}", { path: "" }, "https://a.example/items"],
    ["https://a.example/{path}/v1", { path: "" }, "https://a.example/v1/items"],
    ["https://a.example/{path}/{version}/x", { path: "", version: "" }, "https://a.example/x/items"],
    ["https://{stage}a.example/{path}", { stage: "", path: "" }, "https://a.example/items"],
  ])("%s with %j is %s", (serverUrl, variables, url) => {
    expect(build({}, {}, { serverUrl, variables }).url).toBe(url);
  });

  test("the operation's own server has priority over the environment's", () => {
    expect(build({ serverUrl: "https://upload.example.com" }, {}).url).toBe(
      "https://upload.example.com/items",
    );
  });

  test.each([
    ["", {}, /baseUrl/],
    ["/relative", {}, /baseUrl/],
    ["ftp://a.example", {}, /baseUrl/],
    ["https://user@a.example", {}, /baseUrl/],
    ["https://a.example?x=1", {}, /baseUrl/],
    ["https://{shop}.example.com", {}, /`shop` is not set/],
    ["https://{__proto__}.example.com", {}, /not set/],
    ["https://{shop}.example.com", { shop: "" }, /`shop` is not set/],
    ["https://{host}", { host: "" }, /`host` is not set/],
    ["{baseUrl}", { baseUrl: "" }, /`baseUrl` is not set/],
    ["https://{shop}.example.com", { shop: "evil.example/" }, /host name/],
    ["https://{shop}.example.com", { shop: "user@evil.example" }, /host name/],
    ["https://{shop}.example.com", { shop: "evil.example#" }, /host name/],
    ["https://{host}", { host: "https://a.example" }, /host name/],
    ["https://a.example/{path}", { path: "../admin" }, /piece of a path/],
    ["https://a.example/{path}", { path: "x?y" }, /piece of a path/],
    ["https://a.example/t/{path}/v1", { path: "%2e%2E" }, /piece of a path/],
    ["https://a.example/t/{path}/v1", { path: "x/.%2e/y" }, /piece of a path/],
    ["https://a.example/t/{path}/v1", { path: "x%2f..%5Cy" }, /piece of a path/],
    ["{baseUrl}", { baseUrl: "https://a.example\r\n" }, /baseUrl/],
    ["{baseUrl}", { baseUrl: "javascript:alert(1)" }, /baseUrl/],
  ])("%s with %j is refused as the connection's fault", (serverUrl, variables, message) => {
    const attempt = () => build({}, {}, { serverUrl, variables });
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(expect.objectContaining({ field: "connectionId" }));
  });
});

describe("the path of the description", () => {
  test.each([
    ["/files of a day", "/files%20of%20a%20day"],
    ['/[all]/a|b/^`\\"<>', "/%5Ball%5D/a%7Cb/%5E%60%5C%22%3C%3E"],
    ["/grün/%C3%BC/100%", "/gr%C3%BCn/%C3%BC/100%25"],
    ["/a+b;c=1,d:e@f!'()*$&~", "/a+b;c=1,d:e@f!'()*$&~"],
    ["/find?kind=a b&mark=[1]&done=%20", "/find?kind=a%20b&mark=%5B1%5D&done=%20"],
  ])("%s is sent as %s", (path, sent) => {
    expect(build({ path }, {}).url).toBe(`${target.serverUrl}${sent}`);
  });
});

describe("credentials", () => {
  const variables = { token: "t0ken", user: "ali", password: "pä:ss", empty: "" };

  test.each<[CredentialPlacement, object]>([
    [{ in: "header", name: "Authorization", value: "Bearer {token}" }, { authorization: "Bearer t0ken" }],
    [{ in: "header", name: "X-Key", value: "{user}-{token}" }, { "x-key": "ali-t0ken" }],
    [{ in: "cookie", name: "sid", value: "{token}" }, { cookie: "sid=t0ken" }],
    [
      { in: "basic", username: "{user}", password: "{password}" },
      { authorization: `Basic ${Buffer.from("ali:pä:ss").toString("base64")}` },
    ],
    [
      { in: "basic", username: "{token}", password: "{empty}" },
      { authorization: `Basic ${Buffer.from("t0ken:").toString("base64")}` },
    ],
    [
      { in: "basic", username: "api", password: "{token}" },
      { authorization: `Basic ${Buffer.from("api:t0ken").toString("base64")}` },
    ],
  ])("%j is placed", (placement, headers) => {
    expect(build({}, {}, { variables, placements: [placement] }).headers).toMatchObject(headers);
  });

  test("in the query are encoded, and their names are kept so that redirects can drop them", () => {
    const placements: CredentialPlacement[] = [{ in: "query", name: "api key", value: "{password}" }];
    const built = build({}, {}, { variables, placements });
    expect(built.url).toBe("https://api.example.com/v1/items?api%20key=p%C3%A4%3Ass");
    expect(built.credentialQuery).toEqual(["api key"]);
  });

  test("in a cookie are sent as they were copied from a browser, except for what no cookie may have", () => {
    const placements: CredentialPlacement[] = [{ in: "cookie", name: "connect.sid", value: "{token}" }];
    const sent = (token: string) => build({}, {}, { variables: { token }, placements }).headers.cookie;
    expect(sent("s%3Aq1.k+/%2Bx==")).toBe("connect.sid=s%3Aq1.k+/%2Bx==");
    expect(sent('a b;c,"ü\\\n')).toBe("connect.sid=a%20b%3Bc%2C%22%C3%BC%5C%0A");
    expect(sent("50%off%")).toBe("connect.sid=50%25off%25");
  });

  test("replace an input of the same name", () => {
    const placements: CredentialPlacement[] = [
      { in: "query", name: "api_key", value: "{token}" },
      { in: "header", name: "x-token", value: "{token}" },
      { in: "cookie", name: "session", value: "{token}" },
    ];
    const input = { api_key: "mine", token: "mine", session: "mine" };
    const built = build({}, input, { variables, placements });
    expect(JSON.stringify(built)).not.toContain("mine");
    expect(built.url).toBe("https://api.example.com/v1/items?api_key=t0ken");
    expect(built.headers).toMatchObject({ "x-token": "t0ken", cookie: "session=t0ken" });
  });

  test("whose field is not set are left out", () => {
    const placements: CredentialPlacement[] = [
      { in: "header", name: "authorization", value: "Bearer {missing}" },
      { in: "header", name: "x-proto", value: "{__proto__}" },
      { in: "basic", username: "{missing}", password: "{empty}" },
    ];
    expect(build({}, {}, { variables, placements }).headers).toEqual({ accept: "application/json" });
  });

  test("with a line break are refused, and the message does not contain them", () => {
    const placements: CredentialPlacement[] = [{ in: "header", name: "x-key", value: "{token}" }];
    const attempt = () => build({}, {}, { variables: { token: "se\r\ncret" }, placements });
    expect(attempt).toThrow(expect.objectContaining({ field: "connectionId" }));
    expect(attempt).not.toThrow(/cret/);
  });
});

describe("headers", () => {
  test.each(["a\r\nx-evil: 1", "a\nb", "a\0b", "snow ☃"])("the input %j is refused", (token) => {
    expect(() => build({}, { token })).toThrow(expect.objectContaining({ field: "fields.token" }));
  });

  test.each<[unknown, string | undefined]>([
    [[], undefined],
    [{}, undefined],
    [[null], undefined],
    ["", ""],
    [["a", "b"], "a,b"],
  ])("of the input %j are %j", (token, header) => {
    expect(build({}, { token }).headers["x-token"]).toBe(header);
  });

  test("that the connection sets are not taken from parameters", () => {
    expect(build({}, { host: "evil.example" }).headers).toEqual({ accept: "application/json" });
  });
});

describe("a JSON body", () => {
  const whole: BodyBinding = {
    kind: "json",
    contentType: "application/json",
    required: true,
    from: { member: "body" },
  };
  const pieces: BodyBinding = {
    kind: "json",
    contentType: "application/merge-patch+json",
    required: false,
    from: {
      properties: [
        { name: "name", input: "name" },
        { name: "id", input: "body_id" },
        { name: "__proto__", input: "odd" },
      ],
    },
  };

  test("is one member, unchanged", () => {
    const built = build({ body: whole }, { body: [1, null, { a: "é" }] });
    expect(built.body).toBe('[1,null,{"a":"é"}]');
    expect(built.headers["content-type"]).toBe("application/json");
  });

  test("is built from members; null is kept, absent members are left out", () => {
    expect(build({ body: pieces }, { name: null, body_id: 7 }).body).toBe('{"name":null,"id":7}');
    expect(build({ body: pieces }, { odd: 1 }).body).toBe('{"__proto__":1}');
  });

  test("that is optional is not sent when no member is given", () => {
    const built = build({ body: pieces }, {});
    expect(built.body).toBeNull();
    expect(built.headers).not.toHaveProperty("content-type");
  });

  test("that is required is {} when no member is given; a missing single member is refused", () => {
    expect(build({ body: { ...pieces, required: true } }, {}).body).toBe("{}");
    expect(() => build({ body: whole }, {})).toThrow(expect.objectContaining({ field: "fields.body" }));
  });
});

describe("a form", () => {
  const form: BodyBinding = {
    kind: "form",
    contentType: "application/x-www-form-urlencoded",
    required: true,
    from: {
      properties: [
        { name: "text", input: "text" },
        { name: "list", input: "list" },
        { name: "flat", input: "flat", explode: false },
        { name: "metadata", input: "metadata", style: "deepObject", explode: true },
      ],
    },
  };

  test("is written in each property's style", () => {
    const input = { text: "a b&c", list: [1, 2], flat: ["x", "y"], metadata: { k: "v", "a&b": 1 } };
    expect(build({ body: form }, input).body).toBe(
      "text=a%20b%26c&list=1&list=2&flat=x,y&metadata%5Bk%5D=v&metadata%5Ba%26b%5D=1",
    );
  });

  test("holds a property with the encoding JSON as one text", () => {
    const from = { properties: [{ name: "meta", input: "meta", contentType: "application/json" }] };
    const written = (meta: unknown) => build({ body: { ...form, from } }, { meta }).body;
    expect(written({ a: [1] })).toBe("meta=%7B%22a%22%3A%5B1%5D%7D");
    expect(written(["x"])).toBe("meta=%5B%22x%22%5D");
    expect(written("plain")).toBe("meta=plain");
  });

  test("leaves out null", () => {
    expect(build({ body: form }, { text: null, list: [3] }).body).toBe("list=3");
  });

  test("keeps the encoding of its properties when it is one member", () => {
    const encoded = [
      { name: "list", style: "pipeDelimited" as const, explode: false },
      { name: "metadata", style: "deepObject" as const, explode: true },
      { name: "rows", contentType: "application/json" },
    ];
    const body: BodyBinding = { ...form, from: { member: "body", encoded } };
    const given = { list: ["a", "b"], metadata: { k: "v" }, rows: [1], other: [2, 3] };
    expect(build({ body }, { body: given }).body).toBe(
      "list=a%7Cb&metadata%5Bk%5D=v&rows=%5B1%5D&other=2&other=3",
    );
  });

  test("may be one member, an object or text", () => {
    const member: BodyBinding = { ...form, from: { member: "body" } };
    expect(build({ body: member }, { body: { a: 1, b: ["x"] } }).body).toBe("a=1&b=x");
    expect(build({ body: member }, { body: "a=1&b=2" }).body).toBe("a=1&b=2");
    expect(() => build({ body: member }, { body: 7 })).toThrow(
      expect.objectContaining({ field: "fields.body" }),
    );
  });
});

describe("a multipart body", () => {
  const multipart: BodyBinding = {
    kind: "multipart",
    contentType: "multipart/form-data",
    required: true,
    from: {
      properties: [
        { name: "file", input: "file", file: true },
        { name: "note", input: "note" },
        { name: "meta", input: "meta", contentType: "application/json" },
      ],
    },
  };

  async function parse(input: Record<string, unknown>): Promise<FormData> {
    const { headers, body } = build({ body: multipart }, input);
    return await new Response(body as Buffer, { headers }).formData();
  }

  test("is readable by an independent parser", async () => {
    const bytes = Buffer.from([0, 1, 2, 13, 10, 255]);
    const file = { fileName: 'q"uote.bin', contentType: "image/png", base64: bytes.toString("base64") };
    const form = await parse({ file, note: ["one", "two\r\n"], meta: { a: 1 } });
    const sent = form.get("file") as File;
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);
    expect(sent).toMatchObject({ name: 'q"uote.bin', type: "image/png" });
    expect(form.getAll("note")).toEqual(["one", "two\r\n"]);
    expect(form.get("meta")).toBe('{"a":1}');
  });

  test("accepts a file as base64 text, including url-safe and wrapped base64", async () => {
    const form = await parse({ file: "-_8\n=" });
    expect(Buffer.from(await (form.get("file") as File).arrayBuffer())).toEqual(Buffer.from([0xfb, 0xff]));
  });

  test.each(["not base64!", "abcde", 7, {}, { base64: 1 }, { base64: "YQ==", fileName: 1 }])(
    "refuses %j as a file",
    (file) => {
      expect(() => build({ body: multipart }, { file })).toThrow(
        expect.objectContaining({ field: "fields.file" }),
      );
    },
  );

  test("refuses a long row of signs that only fill base64 at once", () => {
    const file = `${"=".repeat(500_000)}x`;
    expect(() => build({ body: multipart }, { file })).toThrow("is not valid base64");
  });

  test("holds lines of JSON as they are", async () => {
    const from = { properties: [{ name: "rows", input: "rows", contentType: "application/x-ndjson" }] };
    const { headers, body } = build({ body: { ...multipart, from } }, { rows: '{"a":1}\n{"a":2}\n' });
    const form = await new Response(body as Buffer, { headers }).formData();
    expect(form.get("rows")).toBe('{"a":1}\n{"a":2}\n');
  });

  test("has one part for a list that is sent with separators", async () => {
    const property = { name: "ids", input: "ids", explode: false };
    const from = { properties: [property, { ...property, name: "pipes", style: "pipeDelimited" as const }] };
    const { headers, body } = build({ body: { ...multipart, from } }, { ids: [1, "b"] });
    const form = await new Response(body as Buffer, { headers }).formData();
    expect([...form]).toEqual([
      ["ids", "1,b"],
      ["pipes", "1|b"],
    ]);
  });

  test("that is one member has a part for each file, alone or in a list", async () => {
    const body: BodyBinding = { ...multipart, from: { member: "body" } };
    const file = (text: string) => ({ base64: Buffer.from(text).toString("base64"), fileName: text });
    const input = { body: { one: file("a"), more: [file("b"), file("c")], note: "YQ==" } };
    const { headers, body: written } = build({ body }, input);
    const form = await new Response(written as Buffer, { headers }).formData();
    const names = form.getAll("more").map((part) => (part as File).name);
    expect([(form.get("one") as File).name, ...names, form.get("note")]).toEqual(["a", "b", "c", "YQ=="]);
  });

  test("gets no further header through a file's name or type", () => {
    const named = build({ body: multipart }, { file: { base64: "YQ==", fileName: 'a"\r\nx-evil: 1' } });
    expect(named.body?.toString()).toContain('filename="a%22%0D%0Ax-evil: 1"');
    const typed = () =>
      build({ body: multipart }, { file: { base64: "YQ==", contentType: "a\r\nx-evil: 1" } });
    expect(typed).toThrow(expect.objectContaining({ field: "fields.file" }));
  });
});

test("half a surrogate pair is refused where it would become another character", () => {
  const half = "a\ud83d";
  const form = (kind: "form" | "multipart" | "text"): BodyBinding => ({
    kind,
    contentType: kind === "text" ? "text/plain" : `multipart/form-data`,
    required: true,
    from: { member: "it" },
  });
  const of = (place: "path" | "query" | "cookie") => ({
    path: place === "path" ? "/{it}" : "/",
    parameters: [
      { in: place, name: "it", input: "it", style: "form" as const, explode: true, allowReserved: false },
    ],
  });
  for (const [tool, it] of [
    [of("path"), half],
    [of("query"), half],
    [of("query"), [["b", { c: half }]]],
    [of("cookie"), half],
    [{ body: form("form") }, { a: half }],
    [{ body: form("form") }, half],
    [{ body: form("multipart") }, { [half]: "a" }],
    [{ body: form("text") }, half],
  ] as const) {
    expect(() => build(tool, { it })).toThrow(
      expect.objectContaining({ field: "fields.it", message: expect.stringContaining("surrogate") }),
    );
  }
  const json: BodyBinding = { ...form("text"), kind: "json", contentType: "application/json" };
  expect(build({ body: json }, { it: half }).body).toBe('"a\\ud83d"');
});

test("a cookie of the style cookie is sent as it is, without what would end it", () => {
  const parameter = { in: "cookie", name: "pref", input: "pref", allowReserved: false } as const;
  const send = (pref: unknown, style: "form" | "cookie" = "cookie") =>
    build({ parameters: [{ ...parameter, style, explode: true }] }, { pref }).headers.cookie;
  expect(send("a/b:c=%20")).toBe("pref=a/b:c=%20");
  expect(send(["a+b", "[c]"])).toBe("pref=a+b; pref=[c]");
  expect(send("a/b", "form")).toBe("pref=a%2Fb");
  for (const pref of ["a; b", "a b", "a,b", "é", "a\n", ["a", "\\"], { "a;": 1 }]) {
    expect(() => send(pref)).toThrow(
      expect.objectContaining({ field: "fields.pref", message: expect.stringContaining("in a cookie") }),
    );
  }
});

describe("text and bytes", () => {
  const from = { member: "body" };
  test("text is sent unchanged", () => {
    const body: BodyBinding = { kind: "text", contentType: "text/markdown", required: true, from };
    expect(build({ body }, { body: "# hé" })).toMatchObject({
      body: "# hé",
      headers: { "content-type": "text/markdown" },
    });
  });

  test.each([
    ["text/xml; charset=ISO-8859-1", "<a>é</a>", Buffer.from("<a>é</a>", "latin1"), undefined],
    ["text/xml; charset=ISO-8859-1", "<a>€</a>", "<a>€</a>", "text/xml; charset=utf-8"],
    ["text/xml;charset=us-ascii;v=1", "<a>e</a>", "<a>e</a>", undefined],
    ["text/xml;charset=us-ascii;v=1", "<a>é</a>", "<a>é</a>", "text/xml; charset=utf-8;v=1"],
    ['text/plain; charset="UTF-8"', "é", "é", undefined],
    ["text/plain; charset=utf-16", "é", "é", "text/plain; charset=utf-8"],
  ])("as %s, %s is sent in the charset that the request names", (contentType, text, sent, named) => {
    const body: BodyBinding = { kind: "text", contentType, required: true, from };
    expect(build({ body }, { body: text })).toMatchObject({
      body: sent,
      headers: { "content-type": named ?? contentType },
    });
  });

  test("JSON, forms and parts are sent in the charset that they name, too", () => {
    const properties = [{ name: "a", input: "a", contentType: "text/plain; charset=latin1" }];
    const send = (kind: BodyBinding["kind"], contentType: string) =>
      build({ body: { kind, contentType, required: true, from: { properties } } }, { a: "é" });
    expect(send("json", "application/json; charset=latin1").body).toEqual(Buffer.from('{"a":"é"}', "latin1"));
    expect(send("form", "application/x-www-form-urlencoded; charset=latin1")).toMatchObject({
      body: "a=%C3%A9",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    });
    expect(send("multipart", "multipart/form-data").body?.toString("latin1")).toContain(
      "latin1\r\n\r\né\r\n",
    );
  });

  test("bytes are given as base64", () => {
    const body: BodyBinding = { kind: "binary", contentType: "application/zip", required: true, from };
    expect(build({ body }, { body: "UEsDBA==" }).body).toEqual(Buffer.from("PK\x03\x04"));
    expect(() => build({ body }, { body: "%%%" })).toThrow(expect.objectContaining({ field: "fields.body" }));
    const named = (contentType: string) => build({ body }, { body: { base64: "UEsDBA==", contentType } });
    expect(named("image/webp")).toMatchObject({
      body: Buffer.from("PK\x03\x04"),
      headers: { "content-type": "image/webp" },
    });
    expect(() => named("image/png\r\nx: y")).toThrow(expect.objectContaining({ field: "fields.body" }));
  });
});

describe("the masked request", () => {
  const secret = 'c4nary/"sécret';
  const json: BodyBinding = {
    kind: "json",
    contentType: "application/json",
    required: true,
    from: { member: "body" },
  };

  test("contains no secret in any place", () => {
    const placements: CredentialPlacement[] = [
      { in: "header", name: "x-key", value: "Key {token}" },
      { in: "query", name: "k", value: "{token}" },
      { in: "cookie", name: "sid", value: "{token}" },
      { in: "basic", username: "ali", password: "{token}" },
    ];
    const variables = { token: secret.replace("é", "e") };
    const secretValues = [variables.token];
    const built = build(
      { body: json },
      { body: { note: `it is ${variables.token}` } },
      { variables, placements, secretValues },
    );
    expect(maskHttpRequest(built)).toEqual({
      method: "POST",
      url: "https://api.example.com/v1/items?k=***",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        cookie: "sid=***",
        "x-key": "Key ***",
        authorization: "Basic ***",
      },
      body: { note: "it is ***" },
    });
  });

  test("hides a credential that is too short to search for", () => {
    const placements: CredentialPlacement[] = [
      { in: "header", name: "x-pin", value: "{pin}" },
      { in: "query", name: "pin", value: "{pin}" },
    ];
    const masked = maskHttpRequest(
      build({}, {}, { variables: { pin: "77" }, placements, secretValues: ["77"] }),
    );
    expect(JSON.stringify(masked)).not.toContain("77");
  });

  test.each(["application/x-ndjson", "application/jsonl", "text/plain"])(
    "shows %s as a text",
    (contentType) => {
      const body: BodyBinding = { kind: "text", contentType, required: true, from: { member: "body" } };
      const lines = '{"key":"t0ken"}\n{"key":2}\n';
      expect(maskHttpRequest(build({ body }, { body: lines }, { secretValues: ["t0ken"] }))).toMatchObject({
        body: '{"key":"***"}\n{"key":2}\n',
      });
    },
  );

  test("shows bytes by their size", () => {
    const body: BodyBinding = {
      kind: "binary",
      contentType: "application/zip",
      required: true,
      from: { member: "body" },
    };
    expect(maskHttpRequest(build({ body }, { body: "UEsDBA==" }))).toMatchObject({
      body: { contentType: "application/zip", sizeBytes: 4 },
    });
  });
});

describe("a body with a number of properties", () => {
  const properties = ["a", "b", "c"].map((name) => ({ name, input: name }));
  const send = (input: Record<string, unknown>, changes: Partial<BodyBinding> = {}) => {
    const body: BodyBinding = {
      kind: "json",
      contentType: "application/json",
      required: true,
      from: { properties, minProperties: 1, maxProperties: 2 },
      ...changes,
    };
    return build({ parameters: [], body }, input).body;
  };

  test.each(["json", "form", "multipart"] as const)("as %s is refused with fewer or more", (kind) => {
    expect(send({ a: "1", b: "2" }, { kind })).not.toBeNull();
    expect(() => send({ other: "1" }, { kind })).toThrow("Must have at least 1 of a, b, c.");
    expect(() => send({ a: "1", b: "2", c: "3" }, { kind })).toThrow("Must have at most 2 of a, b, c.");
  });

  test("may be left out when it is optional", () => {
    expect(send({}, { required: false })).toBeNull();
  });
});

test("an input that is named as a member of every object and left out is not sent", () => {
  const parameter = { in: "query", style: "form", explode: true, allowReserved: false } as const;
  const properties = [{ name: "valueOf", input: "valueOf" }];
  const built = build(
    {
      parameters: [{ ...parameter, name: "constructor", input: "constructor" }],
      body: { kind: "json", contentType: "application/json", required: false, from: { properties } },
    },
    {},
  );
  expect([built.url, built.body]).toEqual(["https://api.example.com/v1/items", null]);
});

test("a parameter of the path may stand in a query that the path has", () => {
  const parameter = { in: "path", name: "kind", input: "kind", style: "simple", explode: false } as const;
  const changes: Partial<HttpBinding> = {
    path: "/items?v=1&kind={kind}&open={",
    parameters: [{ ...parameter, allowReserved: false }],
  };
  expect(build(changes, { kind: "a&b" }).url).toBe(
    "https://api.example.com/v1/items?v=1&open=%7B&kind=a%26b",
  );
});

test("several parameters of the path may stand in one pair of its query", () => {
  const place = { in: "path", style: "simple", explode: false, allowReserved: false } as const;
  const changes: Partial<HttpBinding> = {
    path: "/items?between={from},{to}&of={from}",
    parameters: ["from", "to"].map((name) => ({ ...place, name, input: name })),
  };
  expect(build(changes, { from: "1&2", to: "9" }).url).toBe(
    "https://api.example.com/v1/items?between=1%262,9&of=1%262",
  );
});

test("an object does not replace what the path's own query says", () => {
  const place = { style: "form", explode: true, allowReserved: false } as const;
  const changes: Partial<HttpBinding> = {
    path: "/items?method=list&scope%5Bof%5D=own&kind={kind}",
    parameters: [
      { ...place, in: "path", style: "simple", name: "kind", input: "kind" },
      { ...place, in: "query", name: "more", input: "more" },
    ],
  };
  const send = (more: Record<string, string>) => build(changes, { kind: "a", more }).url;
  expect(send({ color: "red" })).toMatch(/\?method=list&scope%5Bof%5D=own&kind=a&color=red$/);
  for (const name of ["method", "Method[]", "kind", "scope[of]"]) {
    expect(() => send({ [name]: "b" }), name).toThrow("which is a parameter of its own");
  }
});
