import { defineApplication } from "@bowline/catalog/application";
import { alertingTools } from "./alerting.ts";
import { observingTools } from "./observing.ts";

export const application = defineApplication({
  slug: "datadog",
  name: "Datadog",
  description: "Search logs, traces, metrics and events, and manage monitors and downtimes, in Datadog.",
  categories: ["monitoring", "developer-tools"],
  websiteUrl: "https://www.datadoghq.com",
  documentationUrl: "https://docs.datadoghq.com/api/latest/",
  icon: { simpleIcons: "datadog" },
  environments: [{ name: "production", serverUrl: "https://api.{site}" }],
  variables: {
    site: {
      label: "Site",
      description: "The address in your browser, without `app.`.",
      // https://docs.datadoghq.com/getting_started/site/
      enum: [
        "datadoghq.com",
        "us3.datadoghq.com",
        "us5.datadoghq.com",
        "datadoghq.eu",
        "ap1.datadoghq.com",
        "ap2.datadoghq.com",
        "ddog-gov.com",
      ],
      default: "datadoghq.com",
    },
  },
  authentications: [
    {
      type: "custom",
      key: "keys",
      name: "API key and application key",
      description: "Create both under Organization Settings.",
      fields: {
        apiKey: { label: "API key" },
        applicationKey: { label: "Application key" },
      },
      placements: [
        { in: "header", name: "DD-API-KEY", value: "{apiKey}" },
        { in: "header", name: "DD-APPLICATION-KEY", value: "{applicationKey}" },
      ],
    },
  ],
  test: { operation: "keys_validate", successPath: "/valid" },
  tools: [...observingTools, ...alertingTools],
});
