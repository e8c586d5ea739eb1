import * as client from "openid-client";
import { expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import { succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import { proves } from "../../support/proves.ts";
import { askForToken } from "../support/nodes.ts";
import { decide, registerClient, sendConsent, signInPerson, startFlow } from "../support/person-flow.ts";
import { createTokenCaller, readIssuer } from "../support/token-client.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

test(
  "a device gets tokens when a person types its code and allows it",
  proves("authorization-server.device"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant, "refresh_token"] });
    const started = await client.initiateDeviceAuthorization(configuration, { scope: "tools:read" });
    const input = await browser.open(started.verification_uri);
    expect(input.html).toMatch(/<label[^>]* for="user-code">Code<\/label>[\s\S]*<input[^>]* id="user-code"/);
    const wrong = await browser.press(input, /^continue$/i, { user_code: "XXXX-XXXX" });
    expect(wrong.html).toMatch(/ role="alert">This code is not valid/);
    expect(wrong.html).toContain('aria-invalid="true"');
    const again = await browser.open(started.verification_uri);
    const confirm = await browser.press(again, /^continue$/i, { user_code: started.user_code });
    expect(confirm.text).toContain("Editor");
    // It stands alone, to be compared at a glance.
    expect(confirm.html).toContain(`>${started.user_code}</code>`);
    const consent = await browser.press(confirm, /^continue$/i);
    const done = await sendConsent(browser, consent);
    expect(done.text).toContain("The device is connected");
    const tokens = await client.pollDeviceAuthorizationGrant(configuration, { ...started, interval: 1 });
    expect(tokens.scope).toBe("tools:read");
    await succeed(createTokenCaller(tokens.access_token).get("/v1/tools"));
    await expect(
      client.pollDeviceAuthorizationGrant(configuration, { ...started, interval: 1 }),
    ).rejects.toMatchObject({ error: "invalid_grant" });
  },
);

test(
  "a device that asks too often is told to wait longer each time, and gets the decision at once",
  proves("authorization-server.device.slow"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant] });
    const started = await client.initiateDeviceAuthorization(configuration, {});
    const ask = () =>
      askForToken(deployment(), {
        grant_type: deviceGrant,
        client_id: configuration.clientMetadata().client_id,
        device_code: started.device_code,
      });
    expect(await ask()).toMatchObject({ status: 400, body: { error: "authorization_pending" } });
    for (const seconds of [10, 15]) {
      const { status, body } = await ask();
      expect({ status, ...body }).toMatchObject({
        status: 400,
        error: "slow_down",
        error_description: expect.stringContaining(`wait ${seconds} seconds`),
      });
    }
    const input = await browser.open(started.verification_uri_complete ?? "");
    const confirm = await browser.press(input, /continue/i);
    await sendConsent(browser, await browser.press(confirm, /^continue$/i));
    expect(await ask()).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  },
);

test(
  "a program's name cannot turn or hide the text around it on the page of a device's code",
  proves("authorization-server.device.name"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({
      client_name: "TV\u202e\u2066\u200b\nin the hall",
      grant_types: [deviceGrant],
    });
    const started = await client.initiateDeviceAuthorization(configuration, {});
    const input = await browser.open(started.verification_uri);
    const confirm = await browser.press(input, /^continue$/i, { user_code: started.user_code });
    expect(confirm.text).toContain("calls itself “TV in the hall” asks to be connected");
  },
);

test(
  "the page for a device's code has a short address, and takes the code from its link",
  proves("authorization-server.device.address"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant] });
    const started = await client.initiateDeviceAuthorization(configuration, {});
    const issuer = await readIssuer();
    const short = await browser.open(`${issuer}/device`);
    expect(short.url).toBe(started.verification_uri);
    const filled = await browser.open(
      `${issuer}/device${new URL(started.verification_uri_complete ?? "").search}`,
    );
    const confirm = await browser.press(filled, /continue/i);
    expect(confirm.text).toContain(started.user_code);
  },
);

test(
  "a form for a device's code whose browser has no session of it any more leads to a new one",
  proves("authorization-server.device.out-of-date"),
  async () => {
    const input = await createFormBrowser().open(`${await readIssuer()}/device`);
    expect(input.headers.get("cache-control")).toBe("no-store");
    const late = await createFormBrowser().press(input, /^continue$/i, { user_code: "XXXX-XXXX" });
    expect(late.status).toBe(400);
    expect(late.text).toContain("This page is out of date");
    expect(late.html).toContain(`href="${input.url}"`);
    expect(late.headers.get("cache-control")).toBe("no-store");
  },
);

test(
  "a form for a device's code that is too old is shown anew to a browser that has signed in",
  proves("authorization-server.device.out-of-date"),
  async () => {
    const { browser } = await signInPerson();
    await decide(browser, await startFlow(await registerClient()));
    const input = await browser.open(`${await readIssuer()}/oauth/device`);
    browser.cookies.store(new URL(input.url), ["_session_form=; path=/oauth/device; max-age=0"]);
    const late = await browser.press(input, /^continue$/i, { user_code: "XXXX-XXXX" });
    expect(late.status).toBe(400);
    expect(late.text).toContain("The page was out of date. Type the code that the device shows.");
    expect((await browser.press(late, /^continue$/i, { user_code: "XXXX-XXXX" })).text).toMatch(/not valid/);
  },
);

test.each(["the page of its code", "the consent page"])(
  "a device is refused when the person refuses on %s",
  proves("authorization-server.device.refused"),
  async (place) => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant] });
    const started = await client.initiateDeviceAuthorization(configuration, {});
    const input = await browser.open(started.verification_uri);
    const confirm = await browser.press(input, /^continue$/i, { user_code: started.user_code });
    const refused =
      place === "the consent page"
        ? await sendConsent(browser, await browser.press(confirm, /^continue$/i), { decision: "refuse" })
        : await browser.press(confirm, /^refuse$/i);
    expect(refused.text).toContain("The device is not connected");
    await expect(
      client.pollDeviceAuthorizationGrant(configuration, { ...started, interval: 1 }),
    ).rejects.toMatchObject({ error: "access_denied" });
  },
);

test(
  "a person is asked for each device, and its code stays good when it asks for another resource",
  proves("consent.asked-again", "authorization-server.audience"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant] });
    const issuer = await readIssuer();
    for (const place of ["at home", "of somebody else"]) {
      const started = await client.initiateDeviceAuthorization(configuration, {});
      const input = await browser.open(started.verification_uri);
      const confirm = await browser.press(input, /^continue$/i, { user_code: started.user_code });
      const consent = await browser.press(confirm, /^continue$/i);
      expect(consent.text, place).toContain("Give Editor access?");
      await sendConsent(browser, consent);
      const poll = (resource: string) =>
        client.pollDeviceAuthorizationGrant(configuration, { ...started, interval: 1 }, { resource });
      await expect(poll(`${issuer}/mcp`), place).rejects.toMatchObject({ error: "invalid_target" });
      expect((await poll(`${issuer}/v1`)).access_token, place).toBeTypeOf("string");
    }
  },
);

test(
  "a device that names its resource learns that it was refused",
  proves("authorization-server.device.refused"),
  async () => {
    const { browser } = await signInPerson();
    const configuration = await registerClient({ grant_types: [deviceGrant] });
    const started = await client.initiateDeviceAuthorization(configuration, {});
    const input = await browser.open(started.verification_uri);
    const confirm = await browser.press(input, /^continue$/i, { user_code: started.user_code });
    await browser.press(confirm, /^refuse$/i);
    const resource = `${await readIssuer()}/v1`;
    await expect(
      client.pollDeviceAuthorizationGrant(configuration, { ...started, interval: 1 }, { resource }),
    ).rejects.toMatchObject({ error: "access_denied" });
  },
);
