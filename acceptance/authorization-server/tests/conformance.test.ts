import { expect, test } from "vitest";
import { runConformanceSuite } from "../../support/conformance-suite.ts";
import { findFreePort } from "../../support/find-free-port.ts";
import { proves } from "../../support/proves.ts";
import { registerClient, sendConsent, signInPerson } from "../support/person-flow.ts";
import { readIssuer } from "../support/token-client.ts";

test("the authorization command passes", proves("clients.conformance.authorization"), async () => {
  const issuer = await readIssuer();
  const port = await findFreePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const configuration = await registerClient({ redirect_uris: [callback] });
  const { browser } = await signInPerson();
  browser.stopBefore = new RegExp(`^${callback}`);

  /** Does in the browser what the suite asks for, and brings the code back to it. */
  async function allow(address: string): Promise<void> {
    const page = await sendConsent(browser, await browser.open(address));
    await fetch(page.url);
  }

  let allowed: Promise<void> | undefined;
  const { code, log } = await runConformanceSuite(
    [
      ...["authorization", "--url", issuer, "--port", String(port)],
      ...["--client-id", configuration.clientMetadata().client_id, "--resource", `${issuer}/mcp`],
    ],
    (soFar) => {
      const address = /^http\S+\?response_type=code\S+$/m.exec(soFar)?.[0];
      if (address !== undefined && soFar.includes("Waiting")) {
        allowed ??= allow(address);
      }
    },
  );
  await allowed;
  expect(code, log).toBe(0);
  expect(log).toMatch(/authorization-server-metadata-endpoint: 2 passed, 0 failed/);
  expect(log).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
});
