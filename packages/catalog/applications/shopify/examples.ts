import type { ToolExample, ToolExamples } from "@bowline/catalog/application";
import { application } from "./application.ts";

type Json = ToolExample["response"];

const product = {
  id: "gid://shopify/Product/1234567890",
  title: "Rose",
  handle: "rose",
  status: "ACTIVE",
  vendor: "Example",
  productType: "Flower",
  tags: ["red"],
  totalInventory: 12,
  updatedAt: "2030-01-10T09:00:00Z",
  priceRangeV2: {
    minVariantPrice: { amount: "3.5", currencyCode: "EUR" },
    maxVariantPrice: { amount: "3.5", currencyCode: "EUR" },
  },
};
const variant = {
  id: "gid://shopify/ProductVariant/1234567891",
  title: "Default Title",
  sku: "R-1",
  price: "3.50",
  compareAtPrice: null,
};
const order = {
  id: "gid://shopify/Order/1234567892",
  name: "#1001",
  createdAt: "2030-01-10T09:00:00Z",
  displayFinancialStatus: "PAID",
  displayFulfillmentStatus: "UNFULFILLED",
  cancelledAt: null,
  tags: [],
  note: null,
  totalPriceSet: { shopMoney: { amount: "42.0", currencyCode: "EUR" } },
  customer: { id: "gid://shopify/Customer/1234567893", displayName: "Ada Example" },
};
const customer = { ...order.customer, firstName: "Ada", lastName: "Example", numberOfOrders: "1", tags: [] };
const location = {
  id: "gid://shopify/Location/1234567894",
  name: "Shop",
  isActive: true,
  address: { city: "Paris" },
};
const inventoryItemId = "gid://shopify/InventoryItem/1234567895";
const listOf = (node: Json) => ({ nodes: [node], pageInfo: { hasNextPage: false, endCursor: null } });

/** The text of the operation is the tool's own; an example shows the variables. */
function exampleOf(operation: string, input: ToolExample["input"], variables: Json, data: Json): ToolExample {
  const tool = application.definition.tools.find((one) => one.operation === operation);
  const body = tool?.definition.request?.body as { query: string } | undefined;
  return {
    input,
    request: {
      method: "POST",
      path: "/graphql.json",
      body: { query: body?.query, ...(variables !== null && { variables }) },
    },
    response: { data },
  };
}

const calls: [operation: string, input: ToolExample["input"], variables: Json, data: Json][] = [
  [
    "products_list",
    { query: "title:rose*", first: 2 },
    { first: 2, query: "title:rose*" },
    { products: listOf(product) },
  ],
  [
    "products_get",
    { productId: product.id },
    { id: product.id },
    { product: { ...product, descriptionHtml: "", options: [], variants: { nodes: [variant] } } },
  ],
  [
    "products_create",
    { title: "Rose", tags: ["red"], status: "DRAFT" },
    { product: { title: "Rose", tags: ["red"], status: "DRAFT" } },
    { productCreate: { product: { ...product, variants: { nodes: [{ id: variant.id }] } }, userErrors: [] } },
  ],
  [
    "products_update",
    { productId: product.id, status: "ACTIVE" },
    { product: { id: product.id, status: "ACTIVE" } },
    { productUpdate: { product, userErrors: [] } },
  ],
  [
    "variants_update",
    { productId: product.id, variants: [{ id: variant.id, price: "3.50" }] },
    { productId: product.id, variants: [{ id: variant.id, price: "3.50" }] },
    { productVariantsBulkUpdate: { productVariants: [variant], userErrors: [] } },
  ],
  [
    "collections_list",
    {},
    { first: 20 },
    {
      collections: listOf({
        id: "gid://shopify/Collection/1",
        title: "Flowers",
        productsCount: { count: 3 },
      }),
    },
  ],
  [
    "inventory_get",
    { inventoryItemId },
    { id: inventoryItemId },
    {
      inventoryItem: {
        id: inventoryItemId,
        sku: "R-1",
        tracked: true,
        inventoryLevels: {
          nodes: [
            {
              id: "gid://shopify/InventoryLevel/1",
              location,
              quantities: [{ name: "available", quantity: 12 }],
            },
          ],
        },
      },
    },
  ],
  ["locations_list", { first: 5 }, { first: 5 }, { locations: listOf(location) }],
  [
    "orders_list",
    { query: "financial_status:paid", after: "eyJsYXN0X2lkIjox" },
    { first: 20, after: "eyJsYXN0X2lkIjox", query: "financial_status:paid" },
    { orders: listOf(order) },
  ],
  [
    "orders_get",
    { orderId: order.id },
    { id: order.id },
    { order: { ...order, lineItems: { nodes: [] }, fulfillments: [] } },
  ],
  [
    "orders_update",
    { orderId: order.id, note: "A present" },
    { input: { id: order.id, note: "A present" } },
    { orderUpdate: { order: { ...order, note: "A present" }, userErrors: [] } },
  ],
  [
    "draft_orders_create",
    { lineItems: [{ variantId: variant.id, quantity: 2 }], email: "ada@example.com" },
    { input: { lineItems: [{ variantId: variant.id, quantity: 2 }], email: "ada@example.com" } },
    {
      draftOrderCreate: {
        draftOrder: {
          id: "gid://shopify/DraftOrder/1",
          name: "#D1",
          invoiceUrl: "https://example.myshopify.com/1/invoices/a",
        },
        userErrors: [],
      },
    },
  ],
  [
    "customers_list",
    { query: "email:ada@example.com" },
    { first: 20, query: "email:ada@example.com" },
    { customers: listOf(customer) },
  ],
  [
    "customers_create",
    { email: "ada@example.com", firstName: "Ada" },
    { input: { email: "ada@example.com", firstName: "Ada" } },
    { customerCreate: { customer, userErrors: [] } },
  ],
  ["shop_get", {}, null, { shop: { id: "gid://shopify/Shop/1", name: "Example", currencyCode: "EUR" } }],
];

export const examples: ToolExamples = Object.fromEntries(
  calls.map(([operation, ...call]) => [operation, exampleOf(operation, ...call)]),
);
