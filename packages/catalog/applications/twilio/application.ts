import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "twilio",
  name: "Twilio",
  description:
    "Send SMS and WhatsApp messages, make calls, verify phone numbers and run conversations with Twilio.",
  categories: ["communication", "developer-tools"],
  websiteUrl: "https://www.twilio.com",
  documentationUrl: "https://www.twilio.com/docs/usage/api",
  icon: "monogram",
  // Twilio's own specification, https://github.com/twilio/twilio-oai. Left out: products that Twilio has ended (Chat, IP Messaging,
  // Notify, Frontline, Studio v1, Lookup v1) and previews.
  document: {
    package: "@twilio-alpha/mcp",
    version: "0.7.0",
    integrity:
      "sha512-YsUde1pMXwqHm8Cvq9JdtsyvclVCC/f/V+FmxTNN04u5Qt5aapkbQgcfqBYQ0xcmvATBNswgPDo3MPVaCtZK8Q==",
    license: "Apache-2.0",
    files: [
      "twilio-oai/spec/json/twilio_api_v2010.json",
      { path: "twilio-oai/spec/json/twilio_accounts_v1.json", prefix: "accounts" },
      { path: "twilio-oai/spec/json/twilio_assistants_v1.json", prefix: "assistants" },
      { path: "twilio-oai/spec/json/twilio_bulkexports_v1.json", prefix: "bulkexports" },
      { path: "twilio-oai/spec/json/twilio_content_v1.json", prefix: "content" },
      { path: "twilio-oai/spec/json/twilio_content_v2.json", prefix: "content_v2" },
      { path: "twilio-oai/spec/json/twilio_conversations_v1.json", prefix: "conversations" },
      { path: "twilio-oai/spec/json/twilio_events_v1.json", prefix: "events" },
      { path: "twilio-oai/spec/json/twilio_flex_v1.json", prefix: "flex" },
      { path: "twilio-oai/spec/json/twilio_flex_v2.json", prefix: "flex_v2" },
      { path: "twilio-oai/spec/json/twilio_iam_v1.json", prefix: "iam" },
      { path: "twilio-oai/spec/json/twilio_insights_v1.json", prefix: "insights" },
      { path: "twilio-oai/spec/json/twilio_intelligence_v2.json", prefix: "intelligence" },
      { path: "twilio-oai/spec/json/twilio_lookups_v2.json", prefix: "lookups" },
      { path: "twilio-oai/spec/json/twilio_marketplace_v1.json", prefix: "marketplace" },
      { path: "twilio-oai/spec/json/twilio_messaging_v1.json", prefix: "messaging" },
      { path: "twilio-oai/spec/json/twilio_messaging_v2.json", prefix: "messaging_v2" },
      { path: "twilio-oai/spec/json/twilio_monitor_v1.json", prefix: "monitor" },
      { path: "twilio-oai/spec/json/twilio_monitor_v2.json", prefix: "monitor_v2" },
      { path: "twilio-oai/spec/json/twilio_numbers_v1.json", prefix: "numbers" },
      { path: "twilio-oai/spec/json/twilio_numbers_v2.json", prefix: "numbers_v2" },
      { path: "twilio-oai/spec/json/twilio_oauth_v1.json", prefix: "oauth" },
      { path: "twilio-oai/spec/json/twilio_pricing_v1.json", prefix: "pricing" },
      { path: "twilio-oai/spec/json/twilio_pricing_v2.json", prefix: "pricing_v2" },
      { path: "twilio-oai/spec/json/twilio_proxy_v1.json", prefix: "proxy" },
      { path: "twilio-oai/spec/json/twilio_routes_v2.json", prefix: "routes" },
      { path: "twilio-oai/spec/json/twilio_serverless_v1.json", prefix: "serverless" },
      { path: "twilio-oai/spec/json/twilio_studio_v2.json", prefix: "studio" },
      { path: "twilio-oai/spec/json/twilio_supersim_v1.json", prefix: "supersim" },
      { path: "twilio-oai/spec/json/twilio_sync_v1.json", prefix: "sync" },
      { path: "twilio-oai/spec/json/twilio_taskrouter_v1.json", prefix: "taskrouter" },
      { path: "twilio-oai/spec/json/twilio_trunking_v1.json", prefix: "trunking" },
      { path: "twilio-oai/spec/json/twilio_trusthub_v1.json", prefix: "trusthub" },
      { path: "twilio-oai/spec/json/twilio_verify_v2.json", prefix: "verify" },
      { path: "twilio-oai/spec/json/twilio_video_v1.json", prefix: "video" },
      { path: "twilio-oai/spec/json/twilio_voice_v1.json", prefix: "voice" },
      { path: "twilio-oai/spec/json/twilio_wireless_v1.json", prefix: "wireless" },
    ],
  },
  authentications: {
    authToken: {
      type: "http",
      scheme: "basic",
      title: "Account SID and auth token",
      description: "Both are on the first page of the Twilio Console.",
      documentationUrl: "https://www.twilio.com/docs/usage/requests-to-twilio",
      fixedUsername: "{accountSid}",
      fields: { password: { label: "Auth token", description: "" } },
    },
    apiKey: {
      type: "http",
      scheme: "basic",
      title: "API key",
      description:
        "Create one in the Twilio Console under Account, API keys and tokens. It can be withdrawn by itself.",
      documentationUrl: "https://www.twilio.com/docs/iam/api-keys",
      fields: {
        username: {
          label: "API key SID",
          description: "",
          pattern: "SK[0-9a-fA-F]{32}",
          patternHint: "SK and 32 hexadecimal digits",
        },
        password: { label: "API key secret", description: "" },
      },
    },
  },
  connectionParameters: {
    AccountSid: {
      fieldName: "accountSid",
      label: "Account SID",
      description: "On the first page of the Twilio Console.",
      pattern: "AC[0-9a-fA-F]{32}",
      patternHint: "AC and 32 hexadecimal digits",
    },
  },
  // https://www.twilio.com/docs/usage/api/account-balance
  test: { operation: "FetchBalance", labelPath: "/account_sid" },
  objects: [
    {
      kind: "phone number",
      operation: "ListIncomingPhoneNumber",
      namePath: "/phone_number",
      labelPath: "/friendly_name",
    },
  ],
  // https://www.twilio.com/docs/usage/twilios-response#pagination
  paging: [
    {
      paging: {
        kind: "bodyLink",
        linkPath: "/next_page_uri",
        sizeParameter: "PageSize",
      },
      operations: ["List*"],
    },
    {
      paging: {
        kind: "bodyLink",
        linkPath: "/meta/next_page_url",
        sizeParameter: "PageSize",
      },
      operations: ["*_List*"],
    },
  ],
  operations: {
    messaging_ListBrandVetting: { paging: { kind: "bodyLink", linkPath: "/meta/next_page_url" } },
    messaging_ListUsAppToPerson: {
      resultsPath: "/compliance",
      paging: { kind: "bodyLink", linkPath: "/meta/next_page_url", sizeParameter: "PageSize" },
    },
    CreateMessage: { context: { type: "phone number", inputs: ["From"] } },
    CreateCall: { context: { type: "phone number", inputs: ["From"] } },
    verify_CreateVerificationCheck: { hints: { idempotent: false } },
  },
  featured: {
    CreateMessage: {
      name: "Send a message",
      description:
        "Sends an SMS, MMS or WhatsApp message. `To` is a number such as +15558675310 or `whatsapp:+15558675310`; the sender is `From` or `MessagingServiceSid`; the text is `Body`.",
    },
    ListMessage: {
      name: "List messages",
      description: "Lists messages of the account, newest first, by sender, recipient or date.",
    },
    FetchMessage: {
      name: "Get a message",
      description: "Returns a message with its text, status, error and price.",
    },
    CreateCall: {
      name: "Make a phone call",
      description:
        "Calls a phone number. What is said comes from `Twiml`, such as `<Response><Say>Hello</Say></Response>`, or from the address `Url`.",
    },
    FetchCall: {
      name: "Get a call",
      description: "Returns a call with its status, duration and price.",
    },
    ListCall: {
      name: "List calls",
      description: "Lists calls of the account by number, status or time.",
    },
    UpdateCall: {
      name: "Change a call under way",
      description: "Ends a call with `Status` completed, or sends it on with new `Twiml` or `Url`.",
    },
    ListIncomingPhoneNumber: {
      name: "List my phone numbers",
      description: "Lists the account's phone numbers with their names, abilities and webhooks.",
    },
    ListAvailablePhoneNumberLocal: {
      name: "Search local numbers to buy",
      description: "Finds local numbers for sale in a country, by area code, digits or abilities.",
    },
    CreateIncomingPhoneNumber: {
      name: "Buy a phone number",
      description:
        "Buys the number `PhoneNumber`, or any number of an `AreaCode`. It is charged to the account.",
    },
    FetchBalance: {
      name: "Get the balance",
      description: "Returns the account's balance and its currency.",
    },
    ListUsageRecord: {
      name: "List usage",
      description: "Lists what the account used and what it cost, by category and dates.",
    },
    lookups_FetchPhoneNumber: {
      name: "Look up a phone number",
      description:
        "Checks and formats a phone number. `Fields` adds paid facts, such as `line_type_intelligence` or `caller_name`.",
    },
    verify_CreateVerification: {
      name: "Send a verification code",
      description: "Sends a one-time code by SMS, call, e-mail or WhatsApp, through a Verify service.",
    },
    verify_CreateVerificationCheck: {
      name: "Check a verification code",
      description: "Tells whether the code that a person entered is right.",
    },
    verify_ListService: {
      name: "List Verify services",
      description: "Lists the Verify services of the account with their SIDs.",
    },
    messaging_ListService: {
      name: "List messaging services",
      description: "Lists the messaging services of the account, each a group of senders.",
    },
    conversations_CreateConversation: {
      name: "Create a conversation",
      description: "Starts a conversation that people join by SMS, WhatsApp or chat.",
    },
    conversations_CreateConversationMessage: {
      name: "Send a message to a conversation",
      description: "Adds a message to a conversation, which Twilio sends to all of its participants.",
    },
    conversations_CreateConversationParticipant: {
      name: "Add a participant to a conversation",
      description: "Adds a person by phone number or chat identity to a conversation.",
    },
  },
});
