import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "xero",
  name: "Xero",
  description:
    "Work with invoices, contacts, bank transactions, reports, projects, files and payroll in Xero.",
  categories: ["accounting", "finance"],
  websiteUrl: "https://www.xero.com",
  documentationUrl: "https://developer.xero.com/documentation/api/accounting/overview",
  icon: { simpleIcons: "xero" },
  // The files are Xero's own specifications: https://github.com/XeroAPI/Xero-OpenAPI (MIT).
  document: {
    package: "@opensdks/sdk-xero",
    version: "0.0.7",
    integrity:
      "sha512-NZLi+HH0Jrss+sCnLyDhnih24wjcz/u77zOvFtpBwbbwCUqPSYQ/s50qO0ek+6g9eJG3YxoeplOM51YbyszPwA==",
    license: "MIT",
    files: [
      { path: "xero_accounting.oas.json", serverUrl: "https://api.xero.com/api.xro/2.0" },
      { path: "xero_assets.oas.json", prefix: "assets" },
      { path: "xero_bankfeeds.oas.json", prefix: "bank_feeds" },
      { path: "xero_files.oas.json", prefix: "files", serverUrl: "https://api.xero.com/files.xro/1.0" },
      { path: "xero_finance.oas.json", prefix: "finance" },
      { path: "xero_payroll_au.oas.json", prefix: "payroll_au" },
      { path: "xero_payroll_nz.oas.json", prefix: "payroll_nz" },
      { path: "xero_payroll_uk.oas.json", prefix: "payroll_uk" },
      { path: "xero_projects.oas.json", prefix: "projects" },
    ],
  },
  // https://developer.xero.com/documentation/guides/oauth2/auth-flow/#5-call-the-api
  headers: { "Xero-Tenant-Id": "{tenantId}" },
  authentications: {
    oauth: {
      type: "oauth2",
      title: "Sign in with Xero",
      description: "Acts in the organization that is chosen at the sign-in.",
      documentationUrl: "https://developer.xero.com/documentation/guides/oauth2/auth-flow/",
      provider: "xero",
      scopes: {
        "accounting.invoices":
          "Read and write invoices, bills, quotes, credit notes, purchase orders and items",
        "accounting.invoices.read": "Read invoices, bills, quotes, credit notes, purchase orders and items",
        "accounting.payments": "Read and write payments, prepayments and overpayments",
        "accounting.payments.read": "Read payments, prepayments and overpayments",
        "accounting.banktransactions": "Read and write bank transactions and transfers",
        "accounting.banktransactions.read": "Read bank transactions and transfers",
        "accounting.manualjournals": "Read and write manual journals",
        "accounting.manualjournals.read": "Read manual journals",
        // Clients that were made from March 2, 2026 on are refused with these, which are announced to end in September 2027.
        "accounting.transactions":
          "Older clients: read and write invoices, payments, bank transactions and the like",
        "accounting.transactions.read":
          "Older clients: read invoices, payments, bank transactions and the like",
        "accounting.contacts": "Read and write contacts",
        "accounting.contacts.read": "Read contacts",
        "accounting.settings": "Read and write accounts, tax rates, items and currencies",
        "accounting.settings.read": "Read accounts, tax rates, items and currencies",
        "accounting.reports.aged.read": "Read what customers owe, and what is owed to suppliers",
        "accounting.reports.balancesheet.read": "Read the balance sheet",
        "accounting.reports.banksummary.read": "Read the bank summary",
        "accounting.reports.budgetsummary.read": "Read the budget summary",
        "accounting.reports.executivesummary.read": "Read the executive summary",
        "accounting.reports.profitandloss.read": "Read profit and loss",
        "accounting.reports.taxreports.read": "Read tax reports",
        "accounting.reports.trialbalance.read": "Read the trial balance",
        "accounting.reports.read": "Older clients: read reports",
        "accounting.journals.read": "Read journals",
        "accounting.attachments": "Read and write attachments",
        "accounting.budgets.read": "Read budgets",
        assets: "Read and write fixed assets",
        files: "Read and write files",
        projects: "Read and write projects and times",
        "payroll.employees": "Read and write employees",
        "payroll.payruns": "Read and write pay runs",
        "payroll.payslip": "Read and write payslips",
        "payroll.timesheets": "Read and write timesheets",
        "payroll.settings": "Read and write payroll settings",
      },
      method: {
        defaultScopes: [
          "accounting.invoices",
          "accounting.payments",
          "accounting.banktransactions",
          "accounting.contacts",
          "accounting.settings",
          "accounting.reports.aged.read",
          "accounting.reports.balancesheet.read",
          "accounting.reports.profitandloss.read",
          "accounting.reports.trialbalance.read",
        ],
      },
    },
  },
  // https://developer.xero.com/documentation/api/accounting/organisation
  test: { operation: "getOrganisations", labelPath: "/Organisations/0/Name" },
  // https://developer.xero.com/documentation/api/accounting/invoices
  paging: [
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/Invoices",
      operations: ["getInvoices"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/Contacts",
      operations: ["getContacts"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/BankTransactions",
      operations: ["getBankTransactions"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/CreditNotes",
      operations: ["getCreditNotes"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/Payments",
      operations: ["getPayments"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/Quotes",
      operations: ["getQuotes"],
    },
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1 },
      resultsPath: "/ManualJournals",
      operations: ["getManualJournals"],
    },
  ],
  operations: {
    deletePayment: { hints: { destructive: true } },
    emailInvoice: { hints: { idempotent: false } },
  },
  featured: {
    getInvoices: {
      name: "List invoices",
      description:
        'Lists sales invoices and bills. `where` filters, such as `Type=="ACCREC" AND AmountDue>0`; `Statuses` and `ContactIDs` take lists.',
    },
    getInvoice: {
      name: "Get an invoice",
      description: "Returns one invoice or bill with its lines, by id or number.",
    },
    createInvoices: {
      name: "Create invoices",
      description:
        "Creates invoices (`Type` ACCREC) or bills (ACCPAY) with contact, lines, dates and status.",
    },
    updateInvoice: {
      name: "Update an invoice",
      description: "Changes an invoice, such as its `Status` to AUTHORISED or VOIDED.",
    },
    emailInvoice: {
      name: "Send an invoice by e-mail",
      description: "Sends an approved invoice to its contact by e-mail.",
    },
    getOnlineInvoice: {
      name: "Get an invoice's web address",
      description: "Returns the address at which the customer sees and pays the invoice.",
    },
    getContacts: {
      name: "List contacts",
      description: "Lists customers and suppliers. `searchTerm` finds names, e-mail addresses and numbers.",
    },
    createContacts: {
      name: "Create contacts",
      description: "Creates customers or suppliers with names, addresses and bank details.",
    },
    updateContact: { name: "Update a contact", description: "Changes one contact. What is left out stays." },
    getBankTransactions: {
      name: "List bank transactions",
      description: "Lists spent and received money, by bank account, contact or date.",
    },
    createBankTransactions: {
      name: "Create bank transactions",
      description: "Records money spent or received on a bank account.",
    },
    getPayments: { name: "List payments", description: "Lists payments of invoices and credit notes." },
    createPayments: {
      name: "Create payments",
      description: "Records payments of invoices from or to a bank account.",
    },
    getAccounts: {
      name: "List accounts",
      description: "Returns the chart of accounts with codes, types and tax rates.",
    },
    getItems: {
      name: "List items",
      description: "Returns the products and services with their prices and stock.",
    },
    getReportProfitAndLoss: {
      name: "Get the profit and loss report",
      description: "Returns profit and loss between two dates, by period if wanted.",
    },
    getReportBalanceSheet: {
      name: "Get the balance sheet",
      description: "Returns the balance sheet at a date, with earlier periods if wanted.",
    },
    getReportTrialBalance: {
      name: "Get the trial balance",
      description: "Returns the trial balance at a date.",
    },
    getOrganisations: {
      name: "Get the organization",
      description: "Returns the connected organization with its name, currency and settings.",
    },
    getQuotes: { name: "List quotes", description: "Lists quotes by contact, status, number or date." },
  },
});
