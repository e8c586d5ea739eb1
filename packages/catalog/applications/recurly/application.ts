import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "recurly",
  name: "Recurly",
  description: "Manage accounts, subscriptions, plans, invoices, coupons and transactions in Recurly.",
  categories: ["payments", "finance"],
  websiteUrl: "https://recurly.com",
  documentationUrl: "https://recurly.com/developers/api/",
  icon: "monogram",
  document: {
    package: "recurly",
    version: "4.81.0",
    integrity:
      "sha512-OhRuSkDiE/e8OM+47k0HQJIqHhXJNwWDJxc0eKiPaL12pCmTAu0Zfh0wflPj0f3whC4UYWop680yLvaxlEtchA==",
    license: "MIT",
    files: ["openapi/api.yaml"],
  },
  servers: [
    { name: "production", url: "https://v3.recurly.com" },
    { name: "eu", url: "https://v3.eu.recurly.com" },
  ],
  // https://recurly.com/developers/api/v2021-02-25/#section/Getting-Started/Versioning
  headers: { Accept: "application/vnd.recurly.v2021-02-25+json" },
  authentications: {
    key: {
      type: "http",
      scheme: "basic",
      title: "Private API key",
      description: "In Recurly under Integrations, API Credentials.",
      documentationUrl: "https://recurly.com/developers/api/v2021-02-25/#section/Authentication",
      fixedPassword: "",
      fields: { username: { label: "Private API key", description: "" } },
    },
  },
  test: { operation: "list_sites", labelPath: "/data/0/subdomain" },
  objects: [
    { kind: "account", operation: "list_accounts", namePath: "/id", labelPath: "/code" },
    { kind: "plan", operation: "list_plans", namePath: "/id", labelPath: "/name" },
  ],
  // https://recurly.com/developers/api/v2021-02-25/#section/Getting-Started/Pagination
  paging: [
    {
      paging: { kind: "bodyLink", linkPath: "/next", sizeParameter: "limit", maxSize: 200 },
      resultsPath: "/data",
    },
  ],
  operations: {
    get_account: { context: { type: "account", inputs: ["account_id"] } },
    list_account_subscriptions: { context: { type: "account", inputs: ["account_id"] } },
    list_account_invoices: { context: { type: "account", inputs: ["account_id"] } },
    list_account_transactions: { context: { type: "account", inputs: ["account_id"] } },
    get_plan: { context: { type: "plan", inputs: ["plan_id"] } },
    refund_invoice: { hints: { destructive: true } },
  },
  featured: {
    list_accounts: {
      name: "List accounts",
      description: "Lists customer accounts, by e-mail address, state or dates.",
    },
    get_account: {
      name: "Get an account",
      description: "Returns one account by id, or by code as `code-<code>`.",
    },
    create_account: {
      name: "Create an account",
      description: "Creates a customer account with a code of your own, names and addresses.",
    },
    update_account: { name: "Update an account", description: "Changes an account. What is left out stays." },
    list_subscriptions: {
      name: "List subscriptions",
      description: "Lists subscriptions by state and dates.",
    },
    list_account_subscriptions: {
      name: "List subscriptions of an account",
      description: "Lists the subscriptions of one account.",
    },
    get_subscription: {
      name: "Get a subscription",
      description: "Returns one subscription with its plan, terms and add-ons.",
    },
    create_subscription: { name: "Create a subscription", description: "Subscribes an account to a plan." },
    create_subscription_change: {
      name: "Change a subscription",
      description: "Changes plan, quantity or add-ons of a subscription, now or with the next term.",
    },
    cancel_subscription: {
      name: "Cancel a subscription",
      description: "Lets a subscription end with its term.",
    },
    terminate_subscription: {
      name: "Terminate a subscription",
      description: "Ends a subscription at once, with a refund if wanted.",
    },
    pause_subscription: {
      name: "Pause a subscription",
      description: "Pauses a subscription for a number of terms.",
    },
    list_plans: { name: "List plans", description: "Lists plans with their codes, prices and terms." },
    create_plan: { name: "Create a plan", description: "Creates a plan with prices and a term." },
    list_invoices: { name: "List invoices", description: "Lists invoices by state, type and dates." },
    get_invoice: {
      name: "Get an invoice",
      description: "Returns one invoice with its lines, by id or number.",
    },
    refund_invoice: {
      name: "Refund an invoice",
      description: "Refunds an invoice by amount or by lines. It cannot be undone.",
    },
    list_transactions: {
      name: "List transactions",
      description: "Lists payments and refunds by kind, success and dates.",
    },
    create_coupon: {
      name: "Create a coupon",
      description: "Creates a coupon with a discount by percentage, amount or free trial.",
    },
    create_purchase: {
      name: "Buy several things at once",
      description: "Creates subscriptions and charges of an account with one invoice.",
    },
  },
});
