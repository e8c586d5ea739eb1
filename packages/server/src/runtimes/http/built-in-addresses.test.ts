import { env } from "node:process";
import type { CatalogApplication } from "@bowline/catalog";
import { listDocumentSlugs, loadBuiltInDocuments } from "@bowline/catalog/testing/built-in-documents";
import { expect, it } from "vitest";
import { loadHandWritten } from "../../../testing/load-hand-written.ts";
import { type HttpTool, sampleAccess, sampleToolInputs } from "../../../testing/sample-requests.ts";
import { buildHttpRequest } from "./build-request.ts";
import { compileHttpBinding } from "./compile-binding.ts";

/** Tests are skipped on an offline development machine, but not in CI. */
async function loadApplication(slug: string): Promise<CatalogApplication | null> {
  const written = (await loadHandWritten()).find(({ application }) => application.slug === slug);
  if (written !== undefined) {
    return written.application;
  }
  return loadBuiltInDocuments(slug).then(
    ({ application }) => application,
    (error: Error) => {
      if (env.CI || !/registry/i.test(error.message)) {
        throw error;
      }
      return null;
    },
  );
}

const accountSid = `AC${"0".repeat(32)}`;

/** What the provider's documentation names as the address of a tool, up to its first parameter. */
const addresses: [application: string, environment: string, tool: string, address: string][] = [
  [
    "twilio",
    "production",
    "create_message",
    `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
  ],
  [
    "twilio",
    "production",
    "fetch_message",
    `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages/`,
  ],
  [
    "twilio",
    "production",
    "fetch_balance",
    `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Balance.json`,
  ],
  ["twilio", "production", "verify_create_verification", "https://verify.twilio.com/v2/Services/"],
  ["twilio", "production", "messaging_list_service", "https://messaging.twilio.com/v1/Services"],
  ["twilio", "production", "lookups_fetch_phone_number", "https://lookups.twilio.com/v2/PhoneNumbers/"],
  [
    "twilio",
    "production",
    "conversations_create_conversation",
    "https://conversations.twilio.com/v1/Conversations",
  ],
  ["paypal", "production", "orders_create", "https://api-m.paypal.com/v2/checkout/orders"],
  ["paypal", "sandbox", "orders_create", "https://api-m.sandbox.paypal.com/v2/checkout/orders"],
  ["paypal", "sandbox", "invoicing_invoices_list", "https://api-m.sandbox.paypal.com/v2/invoicing/invoices"],
  ["paypal", "sandbox", "payouts_payouts_post", "https://api-m.sandbox.paypal.com/v1/payments/payouts"],
  ["xero", "production", "get_invoices", "https://api.xero.com/api.xro/2.0/Invoices"],
  ["xero", "production", "files_get_files", "https://api.xero.com/files.xro/1.0/Files"],
  ["xero", "production", "assets_get_assets", "https://api.xero.com/assets.xro/1.0/Assets"],
  ["xero", "production", "projects_get_projects", "https://api.xero.com/projects.xro/2.0/Projects"],
  ["xero", "production", "payroll_au_get_employees", "https://api.xero.com/payroll.xro/1.0/Employees"],
  ["xero", "production", "payroll_nz_get_employees", "https://api.xero.com/payroll.xro/2.0/Employees"],
  ["xero", "production", "payroll_uk_get_employees", "https://api.xero.com/payroll.xro/2.0/Employees"],
  ["stripe", "production", "get_quotes_quote_pdf", "https://files.stripe.com/v1/quotes/"],
  ["stripe", "production", "post_customers", "https://api.stripe.com/v1/customers"],
  ["github", "production", "repos_upload_release_asset", "https://uploads.github.com/repos/"],
  ["square", "sandbox", "list_payments", "https://connect.squareupsandbox.com/v2/payments"],
  ["plaid", "sandbox", "accounts_get", "https://sandbox.plaid.com/accounts/get"],
  ["recurly", "eu", "list_accounts", "https://v3.eu.recurly.com/accounts"],
  ["elevenlabs", "eu", "get_voices", "https://api.eu.residency.elevenlabs.io/v2/voices"],
  [
    "blockfrost",
    "preview",
    "get_blocks_latest",
    "https://cardano-preview.blockfrost.io/api/v0/blocks/latest",
  ],
  ["okta", "production", "list_users", "https://value/api/v1/users"],
  [
    "quickbooks",
    "sandbox",
    "get_customer",
    "https://sandbox-quickbooks.api.intuit.com/v3/company/value/customer/",
  ],
  ["jira", "site", "projects_list", "https://value.atlassian.net/rest/api/2/project/search"],
  ["sentry", "eu", "organizations_list", "https://de.sentry.io/api/0/organizations/"],
  ["sendgrid", "eu", "mail_send", "https://api.eu.sendgrid.com/v3/mail/send"],
];

const loaded = new Map<string, CatalogApplication | null>();

it.each(addresses)(
  "%s in %s: %s goes to %s",
  { timeout: 60_000 },
  async (slug, environment, operation, address) => {
    if (!loaded.has(slug)) {
      loaded.set(slug, await loadApplication(slug));
    }
    const application = loaded.get(slug);
    if (application === null || application === undefined) {
      return;
    }
    const tool = application.tools.find((one) => one.operation === operation) as HttpTool | undefined;
    expect(tool, `${slug} has no tool ${operation}`).toBeDefined();
    const stated = application.environments.find(({ name }) => name === environment);
    expect(stated, `${slug} has no environment ${environment}`).toBeDefined();
    if (tool === undefined || stated === undefined) {
      return;
    }
    const sample = sampleAccess(application, application.authentications[0]);
    const names = [...`${stated.serverUrl}${tool.binding.serverUrl}`.matchAll(/\{([^{}]+)\}/g)];
    const filled = Object.fromEntries(
      names.map(([, name = ""]) => [name, name === "accountSid" ? accountSid : "value"]),
    );
    const variables = { ...sample.variables, ...filled };
    const access = { ...sample, serverUrl: stated.serverUrl, variables };
    const [input = {}] = sampleToolInputs(tool, 1, 1);
    const { url } = buildHttpRequest(compileHttpBinding(tool.binding), access, input);
    expect(url.startsWith(address), `${url} begins with ${address}`).toBe(true);
  },
);

it("no application with several environments has tools with servers of their own", {
  timeout: 300_000,
}, async () => {
  const written = (await loadHandWritten()).map(({ application }) => application);
  const documents = await Promise.all((await listDocumentSlugs()).map(loadApplication));
  const wrong = [...written, ...documents].flatMap((application) =>
    application === null || application.environments.length < 2
      ? []
      : application.tools.filter(({ binding }) => "serverUrl" in binding && binding.serverUrl !== null),
  );
  expect(wrong.map(({ slug }) => slug)).toEqual([]);
});

it("fills each address with fields of its connection", { timeout: 300_000 }, async () => {
  for (const slug of await listDocumentSlugs()) {
    const application = await loadApplication(slug);
    for (const method of application?.authentications ?? []) {
      const known = new Set(method.fields.map(({ fieldName }) => fieldName));
      const own = application?.tools.map(({ binding }) =>
        "serverUrl" in binding ? binding.serverUrl : null,
      );
      const templates = [
        ...(application?.environments ?? []).map(({ serverUrl }) => serverUrl),
        ...(own ?? []),
      ];
      for (const template of new Set(templates)) {
        for (const [, name = ""] of (template ?? "").matchAll(/\{([^{}]+)\}/g)) {
          expect(known.has(name), `${slug}: ${template} with ${method.name}`).toBe(true);
        }
      }
    }
  }
});
