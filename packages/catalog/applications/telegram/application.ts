import { defineApplication } from "@bowline/catalog/application";
import { chatTools } from "./chats.ts";
import { messageTools } from "./messages.ts";

export const application = defineApplication({
  slug: "telegram",
  name: "Telegram",
  description: "Send, change and read messages as a bot in Telegram chats, groups and channels.",
  categories: ["communication"],
  websiteUrl: "https://telegram.org",
  documentationUrl: "https://core.telegram.org/bots/api",
  icon: { simpleIcons: "telegram" },
  // https://core.telegram.org/bots/api#making-requests: the token is a part of the address.
  environments: [{ name: "production", serverUrl: "https://api.telegram.org/bot{botToken}" }],
  authentications: [
    {
      type: "custom",
      key: "botToken",
      name: "Bot token",
      description: "Talk to https://t.me/BotFather: it makes a bot and gives you its token.",
      fields: {
        botToken: {
          label: "Bot token",
          description: "Such as 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
          pattern: "\\d+:[A-Za-z0-9_-]+",
          patternHint: "digits, a colon, and letters or digits",
        },
      },
      placements: [],
    },
  ],
  test: { operation: "me_get", labelPath: "/result/username" },
  failure: {
    path: "/ok",
    equals: false,
    messagePath: "/description",
    codePath: "/error_code",
    kinds: { authorizationExpired: [401], rateLimited: [429] },
  },
  tools: [...messageTools, ...chatTools],
});
