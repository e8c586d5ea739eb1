import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "shipengine",
  name: "ShipEngine",
  description: "Compare shipping rates, buy labels, validate addresses and track parcels with ShipEngine.",
  categories: ["shipping", "commerce"],
  websiteUrl: "https://www.shipengine.com",
  documentationUrl: "https://www.shipengine.com/docs/",
  icon: "monogram",
  document: {
    package: "shipengine-openapi",
    version: "1.4.0",
    integrity:
      "sha512-OPyPYD6FQfyx5h9IxCFnUflqS+qkpZkB78uw4KVkFtFY/inaXi0bPcXJz8eaxc3edEvRcxI47bwPZ6Dnu1R7pw==",
    license: "MIT",
    files: ["openapi.yaml"],
  },
  // Labels and shipments combine closed objects by `allOf`.
  loosen: true,
  servers: [{ name: "production", url: "https://api.shipengine.com" }],
  authentications: {
    key: {
      type: "apiKey",
      in: "header",
      name: "API-Key",
      title: "API key",
      description:
        "In the ShipEngine Dashboard under API Management. A key that begins with TEST_ buys no real labels.",
      documentationUrl: "https://www.shipengine.com/docs/auth/",
      fields: { apiKey: { label: "API key" } },
    },
  },
  // https://www.shipengine.com/docs/carriers/setup/
  test: { operation: "list_carriers", labelPath: "/carriers/0/nickname" },
  objects: [
    { kind: "carrier", operation: "list_carriers", namePath: "/carrier_id", labelPath: "/friendly_name" },
    { kind: "warehouse", operation: "list_warehouses", namePath: "/warehouse_id", labelPath: "/name" },
  ],
  // https://www.shipengine.com/docs/paging/
  paging: [
    {
      paging: {
        kind: "pageNumber",
        parameter: "page",
        firstPage: 1,
        sizeParameter: "page_size",
        maxSize: 100,
      },
    },
  ],
  readOnly: [
    "validate_address",

    "estimate_rates",
    "calculate_rates",
    "compare_bulk_rates",
  ],
  operations: {
    list_carrier_services: { context: { type: "carrier", inputs: ["carrier_id"] } },
    list_carrier_package_types: { context: { type: "carrier", inputs: ["carrier_id"] } },
    get_warehouse_by_id: { context: { type: "warehouse", inputs: ["warehouse_id"] } },
    void_label: { hints: { destructive: true } },
  },
  featured: {
    estimate_rates: {
      name: "Estimate rates",
      description: "Returns what a parcel would cost, from countries, postal codes and weight only.",
    },
    calculate_rates: {
      name: "Compare rates",
      description:
        "Returns the rates of your carriers for a shipment. A label can be bought with a rate's id.",
    },
    create_label: {
      name: "Buy a label",
      description: "Buys and prints a label for a shipment. It is charged to the carrier's account.",
    },
    create_label_from_rate: {
      name: "Buy a label for a rate",
      description: "Buys the label of a rate that was returned before.",
    },
    get_label_by_id: {
      name: "Get a label",
      description: "Returns one label with its files, cost and tracking number.",
    },
    list_labels: { name: "List labels", description: "Lists labels by state, carrier, warehouse or dates." },
    void_label: {
      name: "Void a label",
      description: "Cancels an unused label and asks the carrier for a refund.",
    },
    create_return_label: {
      name: "Buy a return label",
      description: "Buys a label with which the recipient sends a parcel back.",
    },
    get_tracking_log_from_label: {
      name: "Track a label",
      description: "Returns where the parcel of a label is.",
    },
    get_tracking_log: {
      name: "Track a parcel",
      description: "Returns where a parcel is, by carrier and tracking number.",
    },
    start_tracking: {
      name: "Follow a parcel",
      description: "Lets ShipEngine call your webhook when a parcel's state changes.",
    },
    validate_address: { name: "Validate addresses", description: "Checks and completes postal addresses." },
    parse_address: {
      name: "Read an address from text",
      description: "Finds the parts of a postal address in free text.",
    },
    create_shipments: {
      name: "Create shipments",
      description: "Creates shipments with addresses, weights and a service.",
    },
    list_shipments: { name: "List shipments", description: "Lists shipments by state, batch, tag or dates." },
    get_shipment_by_id: { name: "Get a shipment", description: "Returns one shipment." },
    list_carriers: {
      name: "List carriers",
      description: "Lists the connected carriers with their services and packages.",
    },
    list_warehouses: {
      name: "List warehouses",
      description: "Lists the addresses that parcels are sent from.",
    },
    create_manifest: {
      name: "Create a manifest",
      description: "Makes the form that a carrier scans when it fetches the day's parcels.",
    },
  },
});
