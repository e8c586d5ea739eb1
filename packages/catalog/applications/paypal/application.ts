import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "paypal",
  name: "PayPal",
  description:
    "Create orders, invoices, subscriptions, payouts and refunds, and handle disputes with PayPal.",
  categories: ["payments", "finance"],
  websiteUrl: "https://www.paypal.com",
  documentationUrl: "https://developer.paypal.com/api/rest/",
  icon: { simpleIcons: "paypal" },
  document: {
    package: "@paypal/paypal-rest-api-specifications",
    version: "1.0.0",
    integrity:
      "sha512-eqXIvFXi0OJIrMwUhbFoHnB7p/n4R+jeG/NTSpZRDGXsxAw3zbE4jYsNzTwsVDnGTDEZCZv9PIa8tEXktEVD6Q==",
    license: "Apache-2.0",
    // Versions that PayPal has replaced (orders v1, payments v1, invoicing v1, partner referrals v1) are left out.
    files: [
      { path: "openapi/checkout_orders_v2.json" },
      { path: "openapi/payments_payment_v2.json", prefix: "payments" },
      { path: "openapi/invoicing_v2.json", prefix: "invoicing" },
      { path: "openapi/billing_subscriptions_v1.json", prefix: "billing" },
      { path: "openapi/catalogs_products_v1.json", prefix: "catalog" },
      { path: "openapi/customer_disputes_v1.json", prefix: "customer" },
      { path: "openapi/customer_partner_referrals_v2.json", prefix: "partners" },
      { path: "openapi/notifications_webhooks_v1.json", prefix: "notifications" },
      { path: "openapi/payment-experience_web_experience_profiles_v1.json", prefix: "experience" },
      { path: "openapi/payments_payouts_batch_v1.json", prefix: "payouts" },
      { path: "openapi/reporting_transactions_v1.json", prefix: "reporting" },
      { path: "openapi/shipping_shipment_tracking_v1.json", prefix: "shipping" },
      { path: "openapi/vault_payment_tokens_v3.json", prefix: "vault" },
    ],
  },
  // PayPal refuses even a POST without a body that has no such header: https://developer.paypal.com/api/rest/requests/
  headers: { "Content-Type": "application/json" },
  servers: [
    { name: "production", url: "https://api-m.paypal.com" },
    { name: "sandbox", url: "https://api-m.sandbox.paypal.com" },
  ],
  authentications: {
    client: {
      type: "oauth2",
      flow: "clientCredentials",
      title: "REST app",
      description:
        "Create an app at https://developer.paypal.com/dashboard/applications and copy its client id and secret. Apps of the sandbox work with the environment sandbox only.",
      documentationUrl: "https://developer.paypal.com/api/rest/authentication/",
      provider: "paypal",
      scopes: {},
    },
  },
  // https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-event-types_list
  test: { operation: "GET /v1/notifications/webhooks-event-types" },
  // https://developer.paypal.com/api/rest/responses/
  paging: [
    {
      paging: {
        kind: "pageNumber",
        parameter: "page",
        firstPage: 1,
        sizeParameter: "page_size",
        maxSize: 20,
      },
      operations: [
        "invoicing GET /v2/invoicing/templates",
        "billing GET /v1/billing/plans",
        "catalog GET /v1/catalogs/products",
      ],
    },
    {
      paging: {
        kind: "pageNumber",
        parameter: "page",
        firstPage: 1,
        sizeParameter: "page_size",
        maxSize: 100,
      },
      operations: ["invoicing GET /v2/invoicing/invoices"],
    },
    {
      paging: {
        kind: "pageNumber",
        parameter: "page",
        firstPage: 1,
        sizeParameter: "page_size",
        maxSize: 500,
      },
      resultsPath: "/transaction_details",
      operations: ["reporting GET /v1/reporting/transactions"],
    },
  ],
  operations: {
    "invoicing POST /v2/invoicing/search-invoices": { hints: { readOnly: true, idempotent: true } },
    "invoicing POST /v2/invoicing/generate-next-invoice-number": { hints: { readOnly: true } },
    "notifications POST /v1/notifications/verify-webhook-signature": {
      hints: { readOnly: true, idempotent: true },
    },
    "payments POST /v2/payments/captures/{capture_id}/refund": { hints: { destructive: true } },
    "payments POST /v2/payments/authorizations/{authorization_id}/void": { hints: { destructive: true } },
    "billing POST /v1/billing/subscriptions/{id}/cancel": { hints: { destructive: true } },
  },
  featured: {
    "POST /v2/checkout/orders": {
      name: "Create an order",
      description:
        "Creates an order with `intent` CAPTURE or AUTHORIZE and its purchase units. The payer approves it at the link `approve` or `payer-action`.",
    },
    "GET /v2/checkout/orders/{id}": {
      name: "Get an order",
      description: "Returns an order with its status, payer, amounts and payments.",
    },
    "POST /v2/checkout/orders/{id}/capture": {
      name: "Capture an order",
      description: "Takes the payment of an order that the payer has approved.",
    },
    "payments GET /v2/payments/captures/{capture_id}": {
      name: "Get a captured payment",
      description: "Returns a captured payment with its status, amount and fees.",
    },
    "payments POST /v2/payments/captures/{capture_id}/refund": {
      name: "Refund a payment",
      description: "Refunds a captured payment, wholly or in part. It cannot be undone.",
    },
    "reporting GET /v1/reporting/transactions": {
      name: "List transactions",
      description:
        "Lists transactions between `start_date` and `end_date`, at most 31 days apart. New ones appear after up to three hours.",
    },
    "reporting GET /v1/reporting/balances": {
      name: "Get balances",
      description: "Returns the account's balances by currency, now or at a time.",
    },
    "invoicing GET /v2/invoicing/invoices": {
      name: "List invoices",
      description: "Lists the account's invoices, newest first.",
    },
    "invoicing POST /v2/invoicing/search-invoices": {
      name: "Search invoices",
      description: "Finds invoices by recipient, number, status, amount or dates.",
    },
    "invoicing POST /v2/invoicing/invoices": {
      name: "Create a draft invoice",
      description:
        "Creates a draft invoice with recipients, items, taxes and terms. Send it with another tool.",
    },
    "invoicing POST /v2/invoicing/invoices/{invoice_id}/send": {
      name: "Send an invoice",
      description: "Sends an invoice to its recipients by e-mail, or makes it payable by link only.",
    },
    "invoicing POST /v2/invoicing/invoices/{invoice_id}/remind": {
      name: "Remind of an invoice",
      description: "Sends a reminder of an unpaid invoice to its recipients.",
    },
    "billing GET /v1/billing/plans": {
      name: "List billing plans",
      description: "Lists the plans that customers can subscribe to.",
    },
    "billing POST /v1/billing/subscriptions": {
      name: "Create a subscription",
      description: "Creates a subscription to a plan. The subscriber approves it at the link `approve`.",
    },
    "billing GET /v1/billing/subscriptions/{id}": {
      name: "Get a subscription",
      description: "Returns a subscription with its status, subscriber, plan and next payment.",
    },
    "billing POST /v1/billing/subscriptions/{id}/cancel": {
      name: "Cancel a subscription",
      description: "Ends a subscription for good, with a reason.",
    },
    "customer GET /v1/customer/disputes": {
      name: "List disputes",
      description: "Lists disputes by state, transaction or time.",
    },
    "customer GET /v1/customer/disputes/{id}": {
      name: "Get a dispute",
      description: "Returns a dispute with its reason, state, messages and the steps that are open.",
    },
    "payouts POST /v1/payments/payouts": {
      name: "Pay out money",
      description: "Sends money to up to 15,000 recipients by e-mail address, phone number or PayPal id.",
    },
    "shipping POST /v1/shipping/trackers-batch": {
      name: "Add tracking numbers",
      description: "Adds carriers and tracking numbers to PayPal transactions.",
    },
  },
});
