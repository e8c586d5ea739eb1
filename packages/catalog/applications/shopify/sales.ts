import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  changeOf,
  dataOf,
  failureOf,
  gid,
  graphql,
  nodesOf,
  oneOf,
  page,
  pageInfo,
  pagingOf,
  searchFor,
  userErrors,
} from "./graphql.ts";

const money = "{ shopMoney { amount currencyCode } }";
const orderFields = `id name createdAt displayFinancialStatus displayFulfillmentStatus cancelledAt tags note totalPriceSet ${money} customer { id displayName }`;
const customerFields =
  "id displayName firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } numberOfOrders amountSpent { amount currencyCode } tags createdAt";
const pages = { first: fromInput("first"), after: fromInput("after"), query: fromInput("query") } as const;

export const salesTools = [
  defineTool({
    operation: "orders_list",
    name: "Search orders",
    description:
      "Finds orders of the shop, newest first, with payment, delivery and total. Without another scope, only those of the last 60 days.",
    input: z.object({
      query: searchFor("`financial_status:paid AND fulfillment_status:unfulfilled` or `name:#1001`"),
      ...page,
    }),
    output: nodesOf("orders"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_orders"],
    resultsPath: "/data/orders/nodes",
    paging: pagingOf("orders"),
    request: graphql(
      `query Orders($first: Int!, $after: String, $query: String) { orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { ${orderFields} } ${pageInfo} } }`,
      pages,
    ),
  }),
  defineTool({
    operation: "orders_get",
    name: "Get an order",
    description: "Returns one order with its items, addresses and deliveries.",
    input: z.object({ orderId: gid("Order") }),
    output: oneOf("order"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_orders"],
    request: graphql(
      `query Order($id: ID!) { order(id: $id) { ${orderFields} email shippingAddress { name address1 address2 zip city countryCodeV2 } lineItems(first: 100) { nodes { id title quantity sku originalUnitPriceSet ${money} } } fulfillments(first: 10) { id status trackingInfo { company number url } } } }`,
      { id: fromInput("orderId") },
    ),
  }),
  defineTool({
    operation: "orders_update",
    name: "Change an order's note or tags",
    description: "Changes only the members given of an order: note, tags or e-mail address.",
    input: z.object({
      orderId: gid("Order"),
      note: z.string().optional(),
      tags: z.array(z.string()).optional().describe("The list replaces the old one."),
      email: z.string().optional(),
    }),
    output: changeOf("orderUpdate"),
    hints: { destructive: true, idempotent: true },
    failure: failureOf("orderUpdate"),
    scopes: ["write_orders"],
    request: graphql(
      `mutation UpdateOrder($input: OrderInput!) { orderUpdate(input: $input) { order { ${orderFields} } ${userErrors} } }`,
      {
        input: {
          id: fromInput("orderId"),
          note: fromInput("note"),
          tags: fromInput("tags"),
          email: fromInput("email"),
        },
      },
    ),
  }),
  defineTool({
    operation: "draft_orders_create",
    name: "Create a draft order",
    description: "Creates an order that is not paid yet, and returns the link where the customer pays.",
    input: z.object({
      lineItems: z
        .array(
          z.object({
            variantId: gid("ProductVariant").optional(),
            quantity: z.int().min(1),
            title: z.string().optional().describe("For something that is not a product."),
            originalUnitPriceWithCurrency: z
              .object({ amount: z.string(), currencyCode: z.string() })
              .optional(),
          }),
        )
        .min(1)
        .describe("What is ordered."),
      email: z.string().optional().describe("The customer's address."),
      note: z.string().optional(),
      tags: z.array(z.string()).optional(),
    }),
    output: changeOf("draftOrderCreate"),
    failure: failureOf("draftOrderCreate"),
    scopes: ["write_draft_orders"],
    request: graphql(
      `mutation CreateDraftOrder($input: DraftOrderInput!) { draftOrderCreate(input: $input) { draftOrder { id name invoiceUrl totalPriceSet ${money} } ${userErrors} } }`,
      {
        input: {
          lineItems: fromInput("lineItems"),
          email: fromInput("email"),
          note: fromInput("note"),
          tags: fromInput("tags"),
        },
      },
    ),
  }),
  defineTool({
    operation: "customers_list",
    name: "Search customers",
    description: "Finds customers with their numbers of orders and what they spent.",
    input: z.object({ query: searchFor("`email:ada@example.com` or `orders_count:>3`"), ...page }),
    output: nodesOf("customers"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_customers"],
    resultsPath: "/data/customers/nodes",
    paging: pagingOf("customers"),
    request: graphql(
      `query Customers($first: Int!, $after: String, $query: String) { customers(first: $first, after: $after, query: $query) { nodes { ${customerFields} } ${pageInfo} } }`,
      pages,
    ),
  }),
  defineTool({
    operation: "customers_create",
    name: "Create a customer",
    description: "Creates a customer. The address must not belong to another customer.",
    input: z.object({
      email: z.string().optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      phone: z.string().optional().describe("Such as `+33612345678`."),
      note: z.string().optional(),
      tags: z.array(z.string()).optional(),
    }),
    output: changeOf("customerCreate"),
    failure: failureOf("customerCreate"),
    scopes: ["write_customers"],
    request: graphql(
      `mutation CreateCustomer($input: CustomerInput!) { customerCreate(input: $input) { customer { ${customerFields} } ${userErrors} } }`,
      {
        input: {
          email: fromInput("email"),
          firstName: fromInput("firstName"),
          lastName: fromInput("lastName"),
          phone: fromInput("phone"),
          note: fromInput("note"),
          tags: fromInput("tags"),
        },
      },
    ),
  }),
  defineTool({
    operation: "shop_get",
    name: "Get the shop",
    description: "Returns name, address, currency and plan of the connected shop.",
    input: z.object({}),
    output: dataOf({ shop: z.looseObject({ name: z.string() }) }),
    hints: { readOnly: true, idempotent: true },
    request: {
      method: "POST",
      path: "/graphql.json",
      body: {
        query:
          "query Shop { shop { id name myshopifyDomain email currencyCode ianaTimezone plan { publicDisplayName } } }",
      },
    },
  }),
];
