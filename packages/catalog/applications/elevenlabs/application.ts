import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "elevenlabs",
  name: "ElevenLabs",
  description:
    "Turn text into speech, transcribe and dub audio, design voices and run voice agents with ElevenLabs.",
  categories: ["artificial-intelligence", "audio"],
  websiteUrl: "https://elevenlabs.io",
  documentationUrl: "https://elevenlabs.io/docs/api-reference/introduction",
  icon: { simpleIcons: "elevenlabs" },
  document: {
    package: "elevenlabs",
    version: "1.59.0",
    integrity:
      "sha512-OVKOd+lxNya8h4Rn5fcjv00Asd+DGWfTT6opGrQ16sTI+1HwdLn/kYtjl8tRMhDXbNmksD/9SBRKjb9neiUuVg==",
    license: "MIT",
    files: [".mock/openapi.json"],
  },
  // The document repeats each path in the operationId.
  operationIds: [{ pattern: "_+v\\d+_.*$", replacement: "" }],
  servers: [
    { name: "production", url: "https://api.elevenlabs.io" },
    { name: "us", url: "https://api.us.elevenlabs.io" },
    { name: "eu", url: "https://api.eu.residency.elevenlabs.io" },
  ],
  authentications: {
    key: {
      type: "apiKey",
      in: "header",
      name: "xi-api-key",
      title: "API key",
      description:
        "Create it in ElevenLabs under Developers, API keys. A key can be limited to certain products.",
      documentationUrl: "https://elevenlabs.io/docs/api-reference/authentication",
      fields: { apiKey: { label: "API key" } },
    },
  },
  // https://elevenlabs.io/docs/api-reference/user/get
  test: { operation: "GET /v1/user", labelPath: "/first_name" },
  // https://elevenlabs.io/docs/api-reference/voices/search
  objects: [
    { kind: "voice", operation: "GET /v2/voices", namePath: "/voice_id", labelPath: "/name" },
    { kind: "agent", operation: "GET /v1/convai/agents", namePath: "/agent_id", labelPath: "/name" },
  ],
  paging: [
    {
      paging: {
        kind: "cursor",
        parameter: "next_page_token",
        cursorPath: "/next_page_token",
        sizeParameter: "page_size",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/voices",
      operations: ["GET /v2/voices"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/next_cursor",
        sizeParameter: "page_size",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/agents",
      operations: ["GET /v1/convai/agents"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/next_cursor",
        sizeParameter: "page_size",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/conversations",
      operations: ["GET /v1/convai/conversations"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "cursor",
        cursorPath: "/next_cursor",
        sizeParameter: "page_size",
        maxSize: 100,
        hasMorePath: "/has_more",
      },
      resultsPath: "/documents",
      operations: ["GET /v1/convai/knowledge-base"],
    },
    {
      paging: {
        kind: "cursor",
        parameter: "start_after_history_item_id",
        cursorPath: "/last_history_item_id",
        sizeParameter: "page_size",
        maxSize: 1000,
        hasMorePath: "/has_more",
      },
      resultsPath: "/history",
      operations: ["GET /v1/history"],
    },
  ],
  operations: {
    "POST /v1/text-to-speech/{voice_id}": { context: { type: "voice", inputs: ["voice_id"] } },
    "POST /v1/speech-to-speech/{voice_id}": { context: { type: "voice", inputs: ["voice_id"] } },
    "GET /v1/convai/agents/{agent_id}": { context: { type: "agent", inputs: ["agent_id"] } },
    "PATCH /v1/convai/agents/{agent_id}": { context: { type: "agent", inputs: ["agent_id"] } },
    "POST /v1/speech-to-text": { hints: { readOnly: false, idempotent: false } },
    "POST /v1/similar-voices": { hints: { readOnly: true } },
  },
  // Addresses that ElevenLabs has replaced, and its own documentation.
  exclude: [
    "* /v1/projects*",
    "GET /v1/convai/conversation/get_signed_url",
    "POST /v1/convai/add-to-knowledge-base",
    "POST /v1/convai/agents/{agent_id}/add-to-knowledge-base",
    "GET /docs",
  ],
  featured: {
    "POST /v1/text-to-speech/{voice_id}": {
      name: "Turn text into speech",
      description:
        "Speaks a text with a voice and returns the audio. `model_id` selects the model, `output_format` the format in the query.",
    },
    "POST /v1/text-to-speech/{voice_id}/with-timestamps": {
      name: "Turn text into speech with timestamps",
      description: "Speaks a text and returns the audio as base64, with the time of each character.",
    },
    "POST /v1/speech-to-text": {
      name: "Transcribe speech",
      description:
        "Turns an audio or video file into text, with the time of each word and, if asked, who speaks.",
    },
    "POST /v1/speech-to-speech/{voice_id}": {
      name: "Change a voice",
      description: "Speaks a recording again with another voice, keeping its timing and expression.",
    },
    "POST /v1/sound-generation": {
      name: "Make a sound effect",
      description: "Makes a sound from a description, of up to 22 seconds, and returns the audio.",
    },
    "POST /v1/audio-isolation": {
      name: "Remove background noise",
      description: "Returns a recording with the speech only.",
    },
    "GET /v2/voices": {
      name: "Search voices",
      description: "Lists the account's voices by name, category or label, with their ids and previews.",
    },
    "GET /v1/shared-voices": {
      name: "Search the voice library",
      description: "Finds voices that others share, by language, gender, age, accent or use.",
    },
    "POST /v1/text-to-voice/create-previews": {
      name: "Design a voice",
      description: "Makes previews of a new voice from a description. One of them can be saved as a voice.",
    },
    "POST /v1/voices/add": {
      name: "Clone a voice",
      description: "Creates a voice from recordings of a person, who must have agreed to it.",
    },
    "GET /v1/models": {
      name: "List models",
      description: "Lists the speech models with their languages and what they can do.",
    },
    "POST /v1/dubbing": {
      name: "Dub a recording",
      description:
        "Translates a video or audio file into another language with the same voices. It takes some minutes.",
    },
    "GET /v1/dubbing/{dubbing_id}": {
      name: "Get a dubbing",
      description: "Returns the state of a dubbing and its languages.",
    },
    "GET /v1/history": {
      name: "List generated audio",
      description: "Lists what the account has generated, newest first, by voice or time.",
    },
    "GET /v1/user/subscription": {
      name: "Get the subscription",
      description: "Returns the plan, the characters used and left, and when they are renewed.",
    },
    "GET /v1/convai/agents": {
      name: "List voice agents",
      description: "Lists the account's conversational agents with their ids and names.",
    },
    "POST /v1/convai/agents/create": {
      name: "Create a voice agent",
      description:
        "Creates a conversational agent from its configuration: prompt, first message, language, voice.",
    },
    "GET /v1/convai/conversations": {
      name: "List agent conversations",
      description: "Lists the conversations of agents, by agent, time or result.",
    },
    "GET /v1/convai/conversations/{conversation_id}": {
      name: "Get an agent conversation",
      description: "Returns a conversation with its transcript, analysis and metadata.",
    },
    "POST /v1/convai/twilio/outbound-call": {
      name: "Call somebody with an agent",
      description: "Lets an agent call a phone number through a connected Twilio number.",
    },
  },
});
