import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

/** Most limits of Square are advisory, or unknown. */
const byCursor = { kind: "cursor", parameter: "cursor", cursorPath: "/cursor" } as const;

export const application = defineBuiltIn({
  slug: "square",
  name: "Square",
  description:
    "Manage payments, orders, customers, catalog, inventory, invoices, bookings and staff of a Square seller.",
  categories: ["payments", "commerce"],
  websiteUrl: "https://squareup.com",
  documentationUrl: "https://developer.squareup.com/reference/square",
  icon: { simpleIcons: "square" },
  document: {
    package: "square",
    version: "42.0.0",
    integrity:
      "sha512-fTHoNFuvnjepkOfiQ7XRzfEYSg8yyb650AWf5N4yLua8ACRA6uoAoNcycXhF15fn5G11hxPAJ5Taqxb8DAEYbw==",
    license: "Apache-2.0",
    files: [".mock/openapi/openapi.json"],
  },
  servers: [
    { name: "production", url: "https://connect.squareup.com" },
    { name: "sandbox", url: "https://connect.squareupsandbox.com" },
  ],
  // https://developer.squareup.com/docs/build-basics/api-lifecycle. The document describes this version.
  headers: { "Square-Version": "2025-03-19" },
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Access token",
      description:
        "In the Developer Console, open your application and copy the access token of production or of the sandbox.",
      documentationUrl: "https://developer.squareup.com/docs/build-basics/access-tokens",
      fields: { token: { label: "Access token" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Square",
      documentationUrl: "https://developer.squareup.com/docs/oauth-api/overview",
      provider: "square",
      scopes: {
        MERCHANT_PROFILE_READ: "Read the business and its locations",
        PAYMENTS_READ: "Read payments and refunds",
        PAYMENTS_WRITE: "Take payments and refund them",
        CUSTOMERS_READ: "Read customers",
        CUSTOMERS_WRITE: "Create and change customers",
        ORDERS_READ: "Read orders",
        ORDERS_WRITE: "Create and change orders",
        ITEMS_READ: "Read the catalog",
        ITEMS_WRITE: "Change the catalog",
        INVENTORY_READ: "Read stock",
        INVENTORY_WRITE: "Change stock",
        INVOICES_READ: "Read invoices",
        INVOICES_WRITE: "Create, publish and cancel invoices",
        SUBSCRIPTIONS_READ: "Read subscriptions",
        SUBSCRIPTIONS_WRITE: "Create and change subscriptions",
        APPOINTMENTS_READ: "Read bookings",
        APPOINTMENTS_WRITE: "Create and change bookings",
        EMPLOYEES_READ: "Read team members",
        EMPLOYEES_WRITE: "Change team members",
        GIFTCARDS_READ: "Read gift cards",
        GIFTCARDS_WRITE: "Create and change gift cards",
        LOYALTY_READ: "Read loyalty accounts",
        LOYALTY_WRITE: "Change loyalty accounts",
        PAYOUTS_READ: "Read payouts",
        DISPUTES_READ: "Read disputes",
        DISPUTES_WRITE: "Accept and challenge disputes",
        TIMECARDS_READ: "Read working hours",
        TIMECARDS_WRITE: "Change working hours",
      },
      method: {
        defaultScopes: [
          "MERCHANT_PROFILE_READ",
          "PAYMENTS_READ",
          "CUSTOMERS_READ",
          "CUSTOMERS_WRITE",
          "ORDERS_READ",
          "ITEMS_READ",
          "INVENTORY_READ",
          "INVOICES_READ",
          "INVOICES_WRITE",
        ],
      },
    },
  },
  // https://developer.squareup.com/reference/square/merchants-api/retrieve-merchant
  test: { operation: "RetrieveMerchant", input: { merchant_id: "me" }, labelPath: "/merchant/business_name" },
  objects: [{ kind: "location", operation: "ListLocations", namePath: "/id", labelPath: "/name" }],
  // https://developer.squareup.com/docs/build-basics/common-api-patterns/pagination
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/cursor",
        sizeParameter: "limit",
        maxSize: 100,
      },
      operations: [
        "ListPayments",
        "ListPaymentRefunds",
        "ListCustomers",
        "ListBookings",
        "ListGiftCards",
        "ListPayouts",
        "SearchCustomers",
        "SearchOrders",
        "SearchSubscriptions",
        "ListInvoices",
        "SearchInvoices",
      ],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/cursor",
        sizeParameter: "limit",
        maxSize: 100,
      },
      resultsPath: "/team_members",
      operations: ["SearchTeamMembers"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/cursor",
        sizeParameter: "limit",
        maxSize: 1000,
      },
      resultsPath: "/objects",
      operations: ["SearchCatalogObjects"],
    },
    { paging: byCursor, resultsPath: "/cash_drawer_shifts", operations: ["ListCashDrawerShifts"] },
    { paging: byCursor, resultsPath: "/cash_drawer_shift_events", operations: ["ListCashDrawerShiftEvents"] },
    { paging: byCursor, resultsPath: "/device_codes", operations: ["ListDeviceCodes"] },
    { paging: byCursor, resultsPath: "/counts", operations: ["RetrieveInventoryCount"] },
    { paging: byCursor, resultsPath: "/loyalty_promotions", operations: ["ListLoyaltyPromotions"] },
    { paging: byCursor, resultsPath: "/subscription_events", operations: ["ListSubscriptionEvents"] },
    // Every other list.
    { paging: byCursor },
  ],
  // https://developer.squareup.com/reference/square: searches and retrievals of several records are sent by POST.
  readOnly: ["Search*", "BatchRetrieve*", "BulkRetrieve*", "CalculateOrder"],
  operations: {
    ListPayments: { context: { type: "location", inputs: ["location_id"] } },
    ListInvoices: { context: { type: "location", inputs: ["location_id"] } },
    ListBookings: { context: { type: "location", inputs: ["location_id"] } },
    RefundPayment: { hints: { destructive: true } },
  },
  // Withdrawn or replaced, and OAuth, which the gateway does itself.
  exclude: ["*V1*", "Deprecated*", "* /oauth2/*", "* /mobile/authorization-code"],
  featured: {
    ListPayments: {
      name: "List payments",
      description: "Lists payments by time, location, amount or card, newest first.",
    },
    GetPayment: {
      name: "Get a payment",
      description: "Returns one payment with amount, status, card and receipt.",
    },
    RefundPayment: {
      name: "Refund a payment",
      description: "Refunds a payment, wholly or in part. `idempotency_key` prevents doing it twice.",
    },
    SearchOrders: {
      name: "Search orders",
      description: "Finds orders of up to ten locations by state, time, customer or source.",
    },
    RetrieveOrder: {
      name: "Get an order",
      description: "Returns one order with its items, taxes, discounts and tenders.",
    },
    CreateOrder: {
      name: "Create an order",
      description: "Creates an order at a location with items from the catalog or with free ones.",
    },
    SearchCustomers: {
      name: "Search customers",
      description: "Finds customers by e-mail address, phone number, reference or group.",
    },
    CreateCustomer: {
      name: "Create a customer",
      description: "Creates a customer profile. It needs a name, company, e-mail address or phone number.",
    },
    UpdateCustomer: {
      name: "Update a customer",
      description: "Changes a customer profile. What is left out stays.",
    },
    SearchCatalogItems: {
      name: "Search items",
      description: "Finds items for sale by words, category, stock level or location.",
    },
    UpsertCatalogObject: {
      name: "Create or update a catalog object",
      description: "Creates an item, variation, category, tax or discount, or changes one at its `version`.",
    },
    BatchRetrieveInventoryCounts: {
      name: "Get stock",
      description: "Returns the numbers in stock of items at locations.",
    },
    BatchChangeInventory: {
      name: "Change stock",
      description: "Records counts and adjustments of stock.",
    },
    CreateInvoice: {
      name: "Create a draft invoice",
      description: "Creates a draft invoice for an order, with due dates and how it is delivered.",
    },
    PublishInvoice: {
      name: "Publish an invoice",
      description: "Sends an invoice to the customer, charges a card on file, or schedules it.",
    },
    SearchInvoices: {
      name: "Search invoices",
      description: "Finds invoices of a location, by customer if wanted.",
    },
    CreatePaymentLink: {
      name: "Create a payment link",
      description: "Makes a page at which a customer pays for an order or a single item.",
    },
    ListLocations: {
      name: "List locations",
      description: "Returns the seller's locations with addresses and currencies.",
    },
    ListBookings: {
      name: "List bookings",
      description: "Lists appointments by customer, team member, location or time.",
    },
    SearchTeamMembers: {
      name: "Search team members",
      description: "Finds team members by location or status.",
    },
  },
});
