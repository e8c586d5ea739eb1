import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "plaid",
  name: "Plaid",
  description: "Read bank accounts, balances, transactions and identities, and move money, through Plaid.",
  categories: ["finance"],
  websiteUrl: "https://plaid.com",
  documentationUrl: "https://plaid.com/docs/api/",
  icon: "monogram",
  // The file is Plaid's own specification: https://github.com/plaid/plaid-openapi (MIT).
  document: {
    package: "@opensdks/sdk-plaid",
    version: "0.0.14",
    integrity:
      "sha512-LcutnqPz94xXGjz9UhA/737tIoIbhoqgXJ0jB8qBJM4wBIfHFTmu1K9Jy6B0ixWIliv8IfDMpoHyxvg0bUgJ4Q==",
    license: "MIT",
    files: ["plaid.oas.json"],
  },
  servers: [
    { name: "production", url: "https://production.plaid.com" },
    { name: "sandbox", url: "https://sandbox.plaid.com" },
  ],
  // https://plaid.com/docs/api/versioning/
  headers: { "Plaid-Version": "2020-09-14" },
  authentications: {
    clientId: {
      type: "apiKey",
      in: "header",
      name: "PLAID-CLIENT-ID",
      title: "Client id",
      description: "In the Plaid Dashboard under Developers, Keys.",
      documentationUrl: "https://plaid.com/docs/api/#api-protocols-and-headers",
      fields: { clientId: { label: "Client id" } },
    },
    secret: {
      type: "apiKey",
      in: "header",
      name: "PLAID-SECRET",
      title: "Secret",
      description: "The secret of the environment that you choose.",
      documentationUrl: "https://plaid.com/docs/api/#api-protocols-and-headers",
      fields: { secret: { label: "Secret" } },
    },
  },
  requirements: [["clientId", "secret"]],
  // https://plaid.com/docs/api/institutions/#institutionsget
  test: { operation: "POST /institutions/get", input: { count: 1, offset: 0, country_codes: ["US"] } },
  paging: [
    {
      paging: { kind: "offset", parameter: "offset", sizeParameter: "count", maxSize: 500 },
      resultsPath: "/institutions",
      operations: ["POST /institutions/get"],
    },
    {
      paging: { kind: "offset", parameter: "offset", sizeParameter: "count", maxSize: 25 },
      resultsPath: "/transfers",
      operations: ["POST /transfer/list"],
    },
  ],
  // Plaid reads by POST, too: https://plaid.com/docs/api/
  readOnly: ["POST */get", "POST */list", "POST */sync", "POST */search", "POST */get_by_id"],
  operations: {
    "POST /item/remove": { hints: { destructive: true } },
  },
  featured: {
    linkTokenCreate: {
      name: "Create a Link token",
      description: "Makes a token with which a person connects a bank in Plaid Link.",
    },
    itemPublicTokenExchange: {
      name: "Exchange a public token",
      description: "Exchanges the public token of Plaid Link for the access token of the new item.",
    },
    accountsGet: {
      name: "List accounts",
      description: "Returns the accounts of an item with names, types and the balances known last.",
    },
    accountsBalanceGet: {
      name: "Get balances now",
      description: "Asks the bank for the balances of an item's accounts. Slower than listing accounts.",
    },
    transactionsSync: {
      name: "Sync transactions",
      description:
        "Returns transactions added, changed and removed since `cursor`. Without it, all from the beginning.",
    },
    transactionsGet: {
      name: "List transactions",
      description: "Returns an item's transactions between two dates, with categories and merchants.",
    },
    authGet: {
      name: "Get account numbers",
      description: "Returns account and routing numbers of checking and savings accounts.",
    },
    identityGet: {
      name: "Get account owners",
      description:
        "Returns the owners of accounts with names, addresses, e-mail addresses and phone numbers.",
    },
    investmentsHoldingsGet: {
      name: "List holdings",
      description: "Returns the securities in investment accounts with quantities and prices.",
    },
    investmentsTransactionsGet: {
      name: "List investment transactions",
      description: "Returns transactions of investment accounts between two dates.",
    },
    liabilitiesGet: {
      name: "Get liabilities",
      description: "Returns credit cards, student loans and mortgages with rates and payments due.",
    },
    itemGet: {
      name: "Get an item",
      description: "Returns the state of a connected bank, with its last error.",
    },
    itemRemove: {
      name: "Remove an item",
      description: "Ends the access to a connected bank. Its access token no longer works.",
    },
    institutionsSearch: {
      name: "Search banks",
      description: "Finds banks by name and country, with the products they support.",
    },
    institutionsGetById: { name: "Get a bank", description: "Returns one bank by its id." },
    transferAuthorizationCreate: {
      name: "Authorize a transfer",
      description: "Checks whether a transfer is likely to succeed. It is required before the transfer.",
    },
    transferCreate: { name: "Create a transfer", description: "Moves money to or from a connected account." },
    transferGet: { name: "Get a transfer", description: "Returns one transfer with its status." },
  },
});
