import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { createMemoryProvider, type MemoryProvider } from "../support/memory-provider.ts";
import { createMetadataDocument } from "../support/metadata-document.ts";
import { type SignedInPerson, sendConsent, signInPerson } from "../support/person-flow.ts";
import { readIssuer } from "../support/token-client.ts";

const document = createMetadataDocument();
beforeAll(() => document.listen());
afterAll(() => document.close());

const info = { name: "Editor", version: "1" };

/** Connects, or stores where the person has to go. Returns the names of the tools, and how to redeem what comes back. */
const clients = {
  "@modelcontextprotocol/client": (url: URL, { provider }: MemoryProvider) => {
    let transport = new ModernTransport(url, { authProvider: provider });
    return {
      async list() {
        const client = new ModernClient(info, { capabilities: {} });
        transport = new ModernTransport(url, { authProvider: provider });
        await client.connect(transport);
        const { tools } = await client.listTools();
        await client.close();
        return tools.map(({ name }) => name);
      },
      finish: (callback: URL) => transport.finishAuth(callback.searchParams),
    };
  },
  "@modelcontextprotocol/sdk": (url: URL, { provider }: MemoryProvider) => {
    let transport = new OlderTransport(url, { authProvider: provider as never });
    return {
      async list() {
        const client = new OlderClient(info, { capabilities: {} });
        transport = new OlderTransport(url, { authProvider: provider as never });
        await client.connect(transport as never);
        const { tools } = await client.listTools();
        await client.close();
        return tools.map(({ name }) => name);
      },
      finish: (callback: URL) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    };
  },
};

describeOwnServer("a client that is known by its metadata document", () => {
  const own = useOwnServer({ NODE_EXTRA_CA_CERTS: document.caFile });
  let person: SignedInPerson;

  beforeAll(async () => {
    person = await signInPerson("Member", own.admin);
  });

  test.each(Object.entries(clients))(
    "signs a person in with %s, and registers nothing",
    proves("clients.sign-in.document"),
    async (_, createClient) => {
      const memory = createMemoryProvider(document.url());
      const issuer = await readIssuer(own.server.baseUrl);
      const client = createClient(new URL(`${issuer}/mcp`), memory);
      await expect(client.list()).rejects.toThrow();
      const asked = memory.findAuthorizationUrl();
      expect(asked.searchParams.get("client_id")).toBe(document.url());
      const page = await person.browser.open(asked.href);
      // The second client finds the person's decision about the first: it is the same client.
      const callback = page.status === 0 ? page : await sendConsent(person.browser, page);
      expect(page.status === 0 || page.text.includes("Editor with a document"), page.text).toBe(true);
      await client.finish(new URL(callback.url));
      expect(await client.list()).toContain("bowline_search_tools");
    },
  );
});
