// Built-in applications that come from documents, with servers that play their providers and keep state.
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { cacheDir, waitForApplications, writeOperatorFile } from "../support/built-in-servers.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { type Emulation, startEmulation } from "../support/emulation.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

const files = new AsyncDisposableStack();
const slackToken = `xoxb-${plantSecret("slack")}`;
const stripeKey = `sk_test_${plantSecret("stripe").replaceAll(/[^A-Za-z0-9]/g, "")}`;
const twilioToken = plantSecret("twilio");
const oktaToken = plantSecret("okta");
const accountSid = `AC${"0123456789abcdef".repeat(2)}`;

let slack: Emulation;
let stripe: Emulation;
let twilio: Emulation;
let okta: Emulation;
let admin: Caller;
let applications: Application[];

beforeAll(async () => {
  slack = files.use(
    await startEmulation({
      service: "slack",
      tokens: { [slackToken]: "ada" },
      seed: {
        team: { name: "Workbench", domain: "workbench" },
        users: [{ name: "ada", real_name: "Ada", email: "ada@example.com" }],
        channels: [{ name: "general", topic: "Everything" }],
      },
      // Slack takes its calls as GET and as POST, and `emulate` takes most of them as POST only.
      adapt: (arrived) => {
        const { searchParams, pathname } = new URL(arrived.target, "http://slack");
        return arrived.method === "GET"
          ? {
              method: "POST",
              target: pathname,
              headers: { ...arrived.headers, "content-type": "application/x-www-form-urlencoded" },
              body: searchParams.toString(),
            }
          : arrived;
      },
    }),
  );
  stripe = files.use(
    await startEmulation({
      service: "stripe",
      tokens: { [stripeKey]: "ada" },
      seed: { customers: [{ email: "grace@example.com", name: "Grace" }] },
      missing: { "GET /v1/account": { id: "acct_workbench" } },
    }),
  );
  twilio = files.use(
    await startEmulation({
      service: "twilio",
      seed: {
        account: { sid: accountSid, auth_token: twilioToken },
        phone_numbers: [{ phone_number: "+15550100" }],
        messaging_services: [{ friendly_name: "Reminders" }],
        verify_services: [{ friendly_name: "Doors", code: "123456" }],
      },
      missing: {
        [`GET /2010-04-01/Accounts/${accountSid}/Balance.json`]: { account_sid: accountSid, balance: "5" },
      },
      // At `emulate` the other hosts of Twilio are folders of one.
      adapt: (arrived) => ({
        ...arrived,
        target: arrived.target.replace(/^\/(v1|v2)\//, (_match, version) =>
          version === "v1" ? "/messaging/v1/" : "/verify/v2/",
        ),
      }),
    }),
  );
  okta = files.use(
    await startEmulation({
      service: "okta",
      tokens: { [oktaToken]: "ada@example.com" },
      seed: {
        users: [{ login: "ada@example.com", first_name: "Ada", last_name: "Byron" }],
        groups: [{ name: "Gardeners" }],
      },
    }),
  );
  const file = files.use(
    await writeOperatorFile({
      slack: { serverUrl: `${slack.origin}/api` },
      stripe: { serverUrl: stripe.origin },
      twilio: { serverUrl: twilio.origin },
      okta: { serverUrl: okta.origin },
    }),
  );
  const server = files.use(
    await startServerOnDatabase({
      BOWLINE_BUILT_INS: "okta,slack,stripe,twilio",
      BOWLINE_CACHE_DIR: cacheDir,
      BOWLINE_APPLICATIONS: file.path,
    }),
  );
  admin = createKeyCaller(server.adminApiKey, server);
  applications = await waitForApplications(admin, 4);
}, 600_000);

afterAll(() => files.disposeAsync());

/** Connects with the first method that takes exactly these fields, and returns a function that runs a tool. */
async function connect(slug: string, fields: Record<string, string>) {
  const names = Object.keys(fields).sort().join();
  const method = applications
    .find((one) => one.slug === slug)
    ?.authentications.find(
      ({ type, fields: own }) =>
        type !== "oauth2" &&
        own
          .map(({ fieldName }) => fieldName)
          .sort()
          .join() === names,
    );
  const connection = await succeed<Connection>(
    admin.post("/v1/connections", {
      applicationSlug: slug,
      authenticationId: method?.authenticationId,
      fields,
    }),
  );
  const { connectionId } = connection;
  const run = async <Output = JsonObject>(
    operation: string,
    input: JsonObject = {},
    more: JsonObject = {},
  ): Promise<Output> => {
    const body = { fields: input, ...more };
    const executed = await execute(admin, `${slug}_${operation}`, body, { connectionId });
    expect(executed, operation).toMatchObject({ isSuccess: true, errorMessage: null });
    return executed.output as Output;
  };
  return { connection, run };
}

describeOwnServer("Built-in applications from documents", () => {
  test("Slack", proves("documents.emulated.slack"), async () => {
    const { connection, run } = await connect("slack", { token: slackToken });
    expect(connection.accountLabel).toBe("Workbench");
    const { channels } = await run<{ channels: { id: string; name: string }[] }>("conversations_list");
    const channel = channels.find(({ name }) => name === "general")?.id ?? "";
    const sent = await run<{ ts: string }>("chat_post_message", { channel, text: "The gate is open." });
    const thread = { channel, thread_ts: sent.ts };
    await run("chat_post_message", { ...thread, text: "Since nine." });
    await run("chat_update", { channel, ts: sent.ts, text: "The gate is shut." });
    await run("reactions_add", { channel, timestamp: sent.ts, name: "eyes" });
    const { messages } = await run<{ messages: JsonObject[] }>(
      "conversations_history",
      {},
      { contextValue: channel },
    );
    expect(messages).toContainEqual(expect.objectContaining({ ts: sent.ts, text: "The gate is shut." }));
    expect(await run("conversations_replies", { channel, ts: sent.ts })).toMatchObject({
      messages: [{ ts: sent.ts }, { text: "Since nine." }],
    });
    const made = await run<{ channel: { id: string } }>("conversations_create", { name: "garden" });
    await run("conversations_set_topic", { channel: made.channel.id, topic: "Roses" });
    expect(await run("conversations_info", { channel: made.channel.id })).toMatchObject({
      channel: { name: "garden", topic: { value: "Roses" } },
    });
    const found = await run<{ user: { id: string } }>("users_lookup_by_email", { email: "ada@example.com" });
    expect(await run("users_info", { user: found.user.id })).toMatchObject({ user: { name: "ada" } });
    await run("chat_delete", { channel, ts: sent.ts });
    const unknown = await execute(
      admin,
      "slack_conversations_info",
      { fields: { channel: "C000000000" } },
      { connectionId: connection.connectionId },
    );
    expect(unknown).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining("not_found") });
  });

  test("Stripe", proves("documents.emulated.stripe"), async () => {
    const { connection, run } = await connect("stripe", { token: stripeKey });
    expect(connection.accountLabel).toBe("acct_workbench");
    const customer = await run<{ id: string }>("post_customers", {
      email: "ada@example.com",
      name: "Ada",
      metadata: { plan: "garden" },
    });
    await run("post_customers_customer", { customer: customer.id, name: "Ada Byron" });
    expect(await run("get_customers_customer", { customer: customer.id })).toMatchObject({
      email: "ada@example.com",
      name: "Ada Byron",
      metadata: { plan: "garden" },
    });
    const { data } = await run<{ data: { email: string }[] }>("get_customers", { limit: 10 });
    expect(data.map(({ email }) => email)).toContain("grace@example.com");
    const paid = await run<{ id: string; status: string }>("post_payment_intents", {
      amount: 2000,
      currency: "eur",
      customer: customer.id,
    });
    expect(await run("get_payment_intents", { customer: customer.id })).toMatchObject({
      data: [{ id: paid.id, amount: 2000 }],
    });
    const product = await run<{ id: string }>("post_products", { name: "Roses" });
    await run("post_prices", { product: product.id, currency: "eur", unit_amount: 1500 });
    expect(await run("get_products")).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: "Roses" })]),
    });
  });

  test("Stripe, page by page", proves("documents.emulated.pages"), async () => {
    const { run } = await connect("stripe", { token: stripeKey });
    for (const name of ["One", "Two", "Three", "Four"]) {
      await run("post_customers", { name });
    }
    const before = stripe.arrived.length;
    const { data } = await run<{ data: JsonObject[] }>("get_customers", { limit: 2 }, { top: 4 });
    expect(data).toHaveLength(4);
    expect(new Set(data.map(({ id }) => id)).size).toBe(4);
    expect(stripe.arrived.slice(before)).toEqual(["GET /v1/customers", "GET /v1/customers"]);
  });

  test("Twilio, whose tools have many servers", proves("documents.emulated.twilio"), async () => {
    const { connection, run } = await connect("twilio", { accountSid, password: twilioToken });
    expect(connection.accountLabel).toBe(accountSid);
    const message = await run<{ sid: string }>("create_message", {
      To: "+15550123",
      From: "+15550100",
      Body: "The gate is open.",
    });
    expect(await run("fetch_message", { Sid: message.sid })).toMatchObject({ body: "The gate is open." });
    expect(await run("list_message", {}, { top: 1 })).toMatchObject({ messages: [{ sid: message.sid }] });
    expect(await run("list_incoming_phone_number")).toMatchObject({
      incoming_phone_numbers: expect.arrayContaining([
        expect.objectContaining({ phone_number: "+15550100" }),
      ]),
    });
    expect(await run("messaging_list_service")).toMatchObject({
      services: expect.arrayContaining([expect.objectContaining({ friendly_name: "Reminders" })]),
    });
    const { services } = await run<{ services: { sid: string; friendly_name: string }[] }>(
      "verify_list_service",
    );
    const serviceSid = services.find(({ friendly_name: name }) => name === "Doors")?.sid ?? "";
    await run("verify_create_verification", { ServiceSid: serviceSid, To: "+15550123", Channel: "sms" });
    const check = { ServiceSid: serviceSid, To: "+15550123", Code: "123456" };
    expect(await run("verify_create_verification_check", check)).toMatchObject({ status: "approved" });
    expect(twilio.arrived).toContain(`POST /2010-04-01/Accounts/${accountSid}/Messages.json`);
    expect(twilio.arrived).toContain("GET /v1/Services");
    expect(twilio.arrived).toContain("GET /v2/Services");
  });

  test("Okta, whose address is a field", proves("documents.emulated.okta"), async () => {
    const { connection, run } = await connect("okta", {
      oktaDomain: "workbench.okta.com",
      apiKey: oktaToken,
    });
    expect(connection.accountLabel).toBe("ada@example.com");
    const user = await run<{ id: string }>("create_user", {
      profile: { firstName: "Grace", lastName: "Hopper", email: "g@example.com", login: "g@example.com" },
    });
    const group = await run<{ id: string }>("create_group", {
      profile: { name: "Bees", description: "Hive" },
    });
    await run("add_user_to_group", { groupId: group.id, userId: user.id });
    expect(await run("list_group_users", { groupId: group.id })).toMatchObject([{ id: user.id }]);
    await run("suspend_user", { userId: user.id });
    expect(await run("get_user", { userId: user.id })).toMatchObject({ status: "SUSPENDED" });
  });
});
