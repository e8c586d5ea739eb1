import { importOpenApi } from "../../packages/catalog/src/openapi/import-openapi.ts";
import type { SearchDocument } from "../../packages/catalog/src/search/search-document.ts";
import { loadRealDocument } from "../../packages/catalog/testing/load-real-document.ts";
import { listSearchDocuments } from "../../packages/catalog/testing/search-documents.ts";
import { nameOperation } from "./read-intents.ts";

/** Applications of the catalog that is searched: their names, and their documents where these are called otherwise. */
const applications: Readonly<Record<string, { name: string; documents?: readonly string[] }>> = {
  asana: { name: "Asana" },
  bigquery: { name: "BigQuery" },
  bitbucket: { name: "Bitbucket" },
  box: { name: "Box" },
  circleci: { name: "CircleCI" },
  "dev-to": { name: "DEV Community" },
  digitalocean: { name: "DigitalOcean" },
  discourse: { name: "Discourse" },
  docusign: { name: "DocuSign" },
  elevenlabs: { name: "ElevenLabs" },
  figma: { name: "Figma" },
  giphy: { name: "Giphy" },
  github: { name: "GitHub" },
  gitlab: { name: "GitLab" },
  gmail: { name: "Gmail" },
  "google-calendar": { name: "Google Calendar", documents: ["calendar"] },
  "google-chat": { name: "Google Chat", documents: ["chat"] },
  "google-classroom": { name: "Google Classroom", documents: ["classroom"] },
  "google-docs": { name: "Google Docs", documents: ["docs"] },
  "google-drive": { name: "Google Drive", documents: ["drive"] },
  "google-forms": { name: "Google Forms", documents: ["forms"] },
  "google-people": { name: "Google People", documents: ["people"] },
  "google-sheets": { name: "Google Sheets", documents: ["sheets"] },
  "google-slides": { name: "Google Slides", documents: ["slides"] },
  "google-tasks": { name: "Google Tasks", documents: ["tasks"] },
  jira: { name: "Jira" },
  kubernetes: { name: "Kubernetes" },
  launchdarkly: { name: "LaunchDarkly" },
  linode: { name: "Linode" },
  magento: { name: "Magento" },
  mailchimp: { name: "Mailchimp" },
  meraki: { name: "Meraki" },
  neon: { name: "Neon" },
  netlify: { name: "Netlify" },
  notion: { name: "Notion" },
  okta: { name: "Okta" },
  openai: { name: "OpenAI" },
  paypal: {
    name: "PayPal",
    documents: ["paypal-orders", "paypal-invoicing", "paypal-subscriptions", "paypal-disputes"],
  },
  plaid: { name: "Plaid" },
  postman: { name: "Postman" },
  recurly: { name: "Recurly" },
  sendgrid: { name: "SendGrid" },
  shipengine: { name: "ShipEngine" },
  slack: { name: "Slack" },
  spotify: { name: "Spotify" },
  square: { name: "Square" },
  stripe: { name: "Stripe" },
  telegram: { name: "Telegram" },
  tmdb: { name: "TMDB" },
  trello: { name: "Trello" },
  twilio: {
    name: "Twilio",
    documents: ["twilio", "twilio-messaging", "twilio-verify", "twilio-conversations"],
  },
  vercel: { name: "Vercel" },
  vimeo: { name: "Vimeo" },
  webflow: { name: "Webflow" },
  workos: { name: "WorkOS" },
  ynab: { name: "YNAB" },
  youtube: { name: "YouTube" },
  zoom: { name: "Zoom" },
  zuora: { name: "Zuora" },
};

/** A tool to be found, and the name that intents have for it. */
export interface CatalogedTool {
  document: SearchDocument;
  intentName: string;
}

/** Imports real documents. Needs the npm registry the first time. In the order of slugs. */
export async function loadCatalog(note: (progress: string) => void): Promise<CatalogedTool[]> {
  const tools = new Map<string, CatalogedTool>();
  for (const [slug, { name, documents = [slug] }] of Object.entries(applications)) {
    note(slug);
    for (const document of documents) {
      for (const tool of importTools(slug, name, await loadRealDocument(document))) {
        tools.set(tool.document.slug, tool);
      }
    }
  }
  return [...tools.values()].sort((one, other) => (one.document.slug < other.document.slug ? -1 : 1));
}

function importTools(applicationSlug: string, name: string, text: string): CatalogedTool[] {
  const { application } = importOpenApi({ slug: applicationSlug, name, text });
  const documents = listSearchDocuments(application);
  return application.tools.flatMap((tool, position) => {
    const document = documents[position];
    const intentName = nameOperation(applicationSlug, tool.operationKey);
    return document === undefined ? [] : [{ intentName, document }];
  });
}
