import { defineTool, fromInput, z } from "@bowline/catalog/application";
import {
  changeOf,
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

const productFields =
  "id title handle status vendor productType tags totalInventory updatedAt priceRangeV2 { minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode } }";
const members = {
  title: z.string().min(1).describe("The product's name."),
  descriptionHtml: z.string().optional().describe("The text as HTML."),
  vendor: z.string().optional(),
  productType: z.string().optional(),
  tags: z.array(z.string()).optional().describe("The list replaces the old one."),
  status: z.enum(["ACTIVE", "DRAFT", "ARCHIVED"]).optional(),
};
const product = {
  title: fromInput("title"),
  descriptionHtml: fromInput("descriptionHtml"),
  vendor: fromInput("vendor"),
  productType: fromInput("productType"),
  tags: fromInput("tags"),
  status: fromInput("status"),
} as const;
const pages = { first: fromInput("first"), after: fromInput("after"), query: fromInput("query") } as const;

export const productTools = [
  defineTool({
    operation: "products_list",
    name: "Search products",
    description: "Finds products of the shop with price range, stock and state.",
    input: z.object({ query: searchFor("`title:rose* AND status:active` or `tag:sale`"), ...page }),
    output: nodesOf("products"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_products"],
    resultsPath: "/data/products/nodes",
    paging: pagingOf("products"),
    request: graphql(
      `query Products($first: Int!, $after: String, $query: String) { products(first: $first, after: $after, query: $query) { nodes { ${productFields} } ${pageInfo} } }`,
      pages,
    ),
  }),
  defineTool({
    operation: "products_get",
    name: "Get a product",
    description: "Returns one product with its text, options and variants, their prices and stock.",
    input: z.object({ productId: gid("Product") }),
    output: oneOf("product"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_products"],
    request: graphql(
      `query Product($id: ID!) { product(id: $id) { ${productFields} descriptionHtml onlineStoreUrl options { name values } variants(first: 100) { nodes { id title sku price compareAtPrice inventoryQuantity inventoryItem { id } } } } }`,
      { id: fromInput("productId") },
    ),
  }),
  defineTool({
    operation: "products_create",
    name: "Create a product",
    description: "Creates a product with one variant. Set its price with variants_update.",
    input: z.object(members),
    output: changeOf("productCreate"),
    failure: failureOf("productCreate"),
    scopes: ["write_products"],
    request: graphql(
      `mutation CreateProduct($product: ProductCreateInput!) { productCreate(product: $product) { product { ${productFields} variants(first: 1) { nodes { id } } } ${userErrors} } }`,
      { product },
    ),
  }),
  defineTool({
    operation: "products_update",
    name: "Change a product",
    description: "Changes only the members given of a product, such as title, text, tags or state.",
    input: z.object({ productId: gid("Product"), ...members, title: members.title.optional() }),
    output: changeOf("productUpdate"),
    hints: { destructive: true, idempotent: true },
    failure: failureOf("productUpdate"),
    scopes: ["write_products"],
    request: graphql(
      `mutation UpdateProduct($product: ProductUpdateInput!) { productUpdate(product: $product) { product { ${productFields} } ${userErrors} } }`,
      { product: { id: fromInput("productId"), ...product } },
    ),
  }),
  defineTool({
    operation: "variants_update",
    name: "Change prices of variants",
    description: "Changes price, price before or barcode of variants of one product.",
    input: z.object({
      productId: gid("Product"),
      variants: z
        .array(
          z.object({
            id: gid("ProductVariant"),
            price: z.string().optional().describe("Such as `19.90`."),
            compareAtPrice: z.string().nullish().describe("Price before a reduction."),
            barcode: z.string().optional(),
          }),
        )
        .min(1)
        .describe("The variants."),
    }),
    output: changeOf("productVariantsBulkUpdate"),
    hints: { destructive: true, idempotent: true },
    failure: failureOf("productVariantsBulkUpdate"),
    scopes: ["write_products"],
    request: graphql(
      `mutation UpdateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) { productVariantsBulkUpdate(productId: $productId, variants: $variants) { productVariants { id title sku price compareAtPrice } ${userErrors} } }`,
      { productId: fromInput("productId"), variants: fromInput("variants") },
    ),
  }),
  defineTool({
    operation: "collections_list",
    name: "List collections",
    description: "Returns the collections of the shop with how many products each has.",
    input: z.object({ query: searchFor("`title:summer*`"), ...page }),
    output: nodesOf("collections"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_products"],
    resultsPath: "/data/collections/nodes",
    paging: pagingOf("collections"),
    request: graphql(
      `query Collections($first: Int!, $after: String, $query: String) { collections(first: $first, after: $after, query: $query) { nodes { id title handle updatedAt productsCount { count } } ${pageInfo} } }`,
      pages,
    ),
  }),
  defineTool({
    operation: "inventory_get",
    name: "Get stock of a variant",
    description: "Returns how many pieces of a variant each location has.",
    input: z.object({ inventoryItemId: gid("InventoryItem") }),
    output: oneOf("inventoryItem"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_inventory"],
    request: graphql(
      'query Inventory($id: ID!) { inventoryItem(id: $id) { id sku tracked inventoryLevels(first: 50) { nodes { id location { id name } quantities(names: ["available", "on_hand", "committed"]) { name quantity } } } } }',
      { id: fromInput("inventoryItemId") },
    ),
  }),
  defineTool({
    operation: "locations_list",
    name: "List locations",
    description: "Returns the places that hold stock, with their ids.",
    input: z.object(page),
    output: nodesOf("locations"),
    hints: { readOnly: true, idempotent: true },
    scopes: ["read_locations"],
    resultsPath: "/data/locations/nodes",
    paging: pagingOf("locations"),
    request: graphql(
      `query Locations($first: Int!, $after: String) { locations(first: $first, after: $after) { nodes { id name isActive address { city countryCode } } ${pageInfo} } }`,
      { first: fromInput("first"), after: fromInput("after") },
    ),
  }),
];
