import type { CatalogApplication } from "@bowline/catalog";
import { buildHttpRequest } from "../src/runtimes/http/build-request.ts";
import { compileHttpBinding } from "../src/runtimes/http/compile-binding.ts";
import { type HttpTool, sampleAccess, sampleToolInputs } from "./sample-requests.ts";

const accountSid = `AC${"0".repeat(32)}`;

/** What the provider's documentation names as the address of a tool, up to its first parameter. */
const addresses: readonly [application: string, environment: string, tool: string, address: string][] = [
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

/** The applications whose addresses are known. */
export const addressedApplications: ReadonlySet<string> = new Set(addresses.map(([slug]) => slug));

/** Returns what is wrong with the addresses of an application's requests; empty when nothing is. */
export function findAddressProblems(application: CatalogApplication): string[] {
  const stated = addresses
    .filter(([slug]) => slug === application.slug)
    .map(([, environment, operation, address]) => checkAddress(application, environment, operation, address));
  return [...stated.filter((problem) => problem !== null), ...listFixedServers(application)];
}

function checkAddress(
  application: CatalogApplication,
  environmentName: string,
  operation: string,
  address: string,
): string | null {
  const tool = application.tools.find((one) => one.operation === operation) as HttpTool | undefined;
  const environment = application.environments.find(({ name }) => name === environmentName);
  if (tool === undefined || environment === undefined) {
    return `There is no tool ${operation} in ${environmentName}.`;
  }
  const sample = sampleAccess(application, application.authentications[0]);
  const names = [...`${environment.serverUrl}${tool.binding.serverUrl}`.matchAll(/\{([^{}]+)\}/g)];
  const filled = Object.fromEntries(
    names.map(([, name = ""]) => [name, name === "accountSid" ? accountSid : "value"]),
  );
  const variables = { ...sample.variables, ...filled };
  const access = { ...sample, serverUrl: environment.serverUrl, variables };
  const [input = {}] = sampleToolInputs(tool, 1, 1);
  const { url } = buildHttpRequest(compileHttpBinding(tool.binding), access, input);
  return url.startsWith(address) ? null : `${operation} goes to ${url}, not to ${address}.`;
}

/** Lists the parts of addresses that are no fields of every method. An application from a document has the same addresses for all of them. */
export function listUnknownFields({ authentications, environments, tools }: CatalogApplication): string[] {
  const own = tools.map(({ binding }) => ("serverUrl" in binding ? binding.serverUrl : null));
  const templates = new Set([...environments.map(({ serverUrl }) => serverUrl), ...own]);
  const names = [...templates].flatMap((template) =>
    [...(template ?? "").matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name),
  );
  return authentications.flatMap((method) => {
    const known = new Set(method.fields.map(({ fieldName }) => fieldName));
    return names
      .filter((name) => !known.has(name))
      .map((name) => `The method ${method.name} has no field ${name}.`);
  });
}

/** A tool with a server of its own would go to the same one from every environment. */
const listFixedServers = ({ environments, tools }: CatalogApplication): string[] =>
  environments.length < 2
    ? []
    : tools
        .filter(({ binding }) => "serverUrl" in binding && binding.serverUrl !== null)
        .map(({ slug }) => `${slug} has a server of its own.`);
