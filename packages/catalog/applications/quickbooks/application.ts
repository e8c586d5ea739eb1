import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "quickbooks",
  name: "QuickBooks",
  description:
    "Query customers, invoices, bills and payments, and read financial reports of a QuickBooks Online company.",
  categories: ["accounting", "finance"],
  websiteUrl: "https://quickbooks.intuit.com",
  documentationUrl:
    "https://developer.intuit.com/app/developer/qbo/docs/api/accounting/most-commonly-used/account",
  icon: { simpleIcons: "quickbooks" },
  document: {
    package: "@opensdks/sdk-qbo",
    version: "0.0.20",
    integrity:
      "sha512-v55b+NgWbM0jG+EmIi7B5pnof69FpTwoDZBhiPbDBqRbnKIISs7bLr5IZOyBUmPmRBOOg3ADeW0Nnsh+n97m8g==",
    license: "MIT",
    files: ["qbo.oas.json"],
  },
  servers: [
    {
      name: "production",
      url: "https://quickbooks.api.intuit.com/v3/company/{realmId}",
      variables: { realmId: { description: "Id of the company. The sign-in fills it in." } },
    },
    {
      name: "sandbox",
      url: "https://sandbox-quickbooks.api.intuit.com/v3/company/{realmId}",
      variables: { realmId: { description: "Id of the company. The sign-in fills it in." } },
    },
  ],
  authentications: {
    oauth: {
      type: "oauth2",
      title: "Sign in with QuickBooks",
      documentationUrl:
        "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0",
      provider: "quickbooks",
      scopes: { "com.intuit.quickbooks.accounting": "Read and write the company's books" },
    },
  },
  // https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries
  test: {
    operation: "GET /query",
    input: { query: "select CompanyName from CompanyInfo" },
    labelPath: "/QueryResponse/CompanyInfo/0/CompanyName",
  },
  // The API has no such addresses; the reports below are the real ones.
  exclude: ["GET /balancesheet/{id}", "GET /profitandloss/{id}"],
  featured: {
    "GET /query": {
      name: "Query records",
      description:
        "Runs a query such as `select * from Invoice where Balance > '0' orderby TxnDate desc maxresults 50` over customers, invoices, bills and all other records.",
    },
    "GET /invoice/{id}": {
      name: "Get an invoice",
      description: "Returns one invoice with its lines, taxes and balance.",
    },
    "GET /customer/{id}": {
      name: "Get a customer",
      description: "Returns one customer with addresses and balance.",
    },
    "GET /vendor/{id}": {
      name: "Get a vendor",
      description: "Returns one vendor with addresses and balance.",
    },
    "GET /bill/{id}": {
      name: "Get a bill",
      description: "Returns one bill of a vendor with its lines and balance.",
    },
    "GET /payment/{id}": { name: "Get a payment", description: "Returns one payment of a customer." },
    "GET /item/{id}": { name: "Get an item", description: "Returns one product or service with its price." },
    "GET /account/{id}": {
      name: "Get an account",
      description: "Returns one account of the chart of accounts.",
    },
    "GET /journalentry/{id}": {
      name: "Get a journal entry",
      description: "Returns one journal entry with its lines.",
    },
    "GET /companyinfo/{id}": {
      name: "Get the company",
      description: "Returns the company's name, addresses and settings.",
    },
    "GET /reports/ProfitAndLoss": {
      name: "Get the profit and loss report",
      description: "Returns profit and loss between two dates.",
    },
    "GET /reports/BalanceSheet": {
      name: "Get the balance sheet",
      description: "Returns the balance sheet at a date.",
    },
    "GET /reports/CashFlow": {
      name: "Get the cash flow report",
      description: "Returns the cash flow between two dates.",
    },
    "GET /reports/TransactionList": {
      name: "List transactions",
      description: "Returns all transactions between two dates.",
    },
    "GET /reports/CustomerBalance": {
      name: "List customer balances",
      description: "Returns what each customer owes.",
    },
  },
});
