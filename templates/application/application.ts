import { defineApplication, defineTool, ToolError, z } from "bowline/application";

const order = z.object({ id: z.string(), status: z.string(), total: z.number() });

export const application = defineApplication({
  slug: "orders",
  name: "Orders",
  description: "Finds and cancels the orders of our shop.",
  // A name in braces is a field of the connection.
  environments: [{ name: "production", serverUrl: "https://{shop}.example.com/api" }],
  variables: { shop: { description: "The first part of the shop's address." } },
  authentications: [
    { type: "apiKey", header: "X-Api-Key", field: { description: "Settings, then API, in the shop." } },
  ],
  // Called when somebody stores credentials, so that wrong ones are refused at once.
  test: { operation: "account_get", labelPath: "/email" },
  tools: [
    // A request: the server sends it, shows it in dry runs and follows its pages.
    defineTool({
      operation: "account_get",
      name: "Get the account",
      description: "Returns the account that the API key belongs to.",
      input: z.object({}),
      output: z.object({ email: z.string() }),
      request: { method: "GET", path: "/account" },
    }),
    defineTool({
      operation: "list",
      name: "List orders",
      description: "Lists orders, the newest first. Use it to find the id of an order.",
      input: z.object({
        status: z.enum(["open", "paid", "cancelled"]).optional().describe("Only orders with this status."),
        page: z.int().min(1).optional(),
        per_page: z.int().min(1).max(100).optional(),
      }),
      output: z.object({ orders: z.array(order) }),
      request: { method: "GET", path: "/orders" },
      resultsPath: "/orders",
      paging: { kind: "pageNumber", parameter: "page", sizeParameter: "per_page", maxSize: 100 },
    }),
    // Code, for what one request cannot say. It runs in a thread; its requests get the credentials.
    defineTool({
      operation: "cancel_unpaid",
      name: "Cancel an unpaid order",
      description: "Cancels an order, unless it is paid. Returns the order.",
      input: z.object({ id: z.string().describe("The order's id. orders_list gives it.") }),
      output: order,
      hints: { readOnly: false, destructive: true, idempotent: true },
      async run({ input, egress }) {
        const url = `/orders/${encodeURIComponent(input.id)}`;
        const found = order.parse((await egress.request({ url })).json());
        if (found.status === "paid") {
          throw new ToolError("The order is paid. Refund it instead.");
        }
        return order.parse((await egress.request({ method: "POST", url: `${url}/cancel` })).json());
      },
    }),
  ],
});
