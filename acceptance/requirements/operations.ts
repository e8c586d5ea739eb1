import { deferred, needing, type Requirement, stated } from "./requirement.ts";

/** Budgets, settings, health, the published contract, durability. */
export const operationsRequirements: Requirement[] = [
  ...stated("contract: Limits, rate limits", {
    "limits.per-account": "Budgets are per account: members of a company share them.",
    "limits.burst": "The burst budget answers 429 with Retry-After 1.",
    "limits.hourly": "The hourly budget answers 429 with Retry-After 3600.",
    "limits.burst.recovers": "After the burst window calls pass again.",
    "limits.search.separate": "A search call has a stricter budget; other calls go on.",
    "limits.search.burst": "The search burst budget answers Retry-After 1.",
    "limits.search.hourly": "The search hourly budget answers Retry-After 3600.",
    "limits.search.both-lists": "Tools and applications with a search are search calls.",
    "limits.search.blank": "A blank search is no search call.",
  }),
  ...stated("D3", {
    "limits.after-credential": "A call without a valid credential charges no budget and is 401, not 429.",
  }),
  ...stated("D40", {
    "limits.headers": "Every answer carries RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.",
    "limits.headers.tighter": "They describe the tighter window.",
    "limits.remaining": "RateLimit-Remaining goes down with each call.",
    "limits.off": "0 switches a budget off.",
    "limits.window": "A window begins with the first call.",
  }),
  ...stated("D41", { "limits.per-process": "Without REDIS_URL the budgets hold in the process." }),
  ...needing(["redis-server", "valkey-server"], "D41", {
    "limits.shared": "With REDIS_URL the budgets hold across all nodes.",
    "limits.shared.down":
      "With the shared limiter down a call is 500 INTERNAL_ERROR, and passes once it is back.",
  }),
  ...stated("D41b", {
    "operations.first-start.key": "The first start writes the Admin's key to admin-api-key with mode 0600.",
    "operations.first-start.printed": "The first start prints the key.",
    "operations.second-start": "A second start makes no other key and prints none.",
  }),
  ...stated("D41c", {
    "operations.health.live": "GET /health/live is 200 without a credential.",
    "operations.health.ready": "GET /health/ready is 200 without a credential.",
    "operations.health.not-ready": "GET /health/ready is 503 while the database is down.",
    "operations.openapi": "GET /openapi.json is an OpenAPI document, without a credential.",
    "operations.openapi.contract": "It names every endpoint of the contract.",
    "operations.openapi.extensions": "It marks what the contract lacks with x-bowline-extension.",
    "operations.openapi.statuses": "Its operations under /v1 answer only statuses of the closed set.",
    "operations.metrics.off": "GET /metrics is not served by default.",
    "operations.metrics.on": "BOWLINE_METRICS=true serves GET /metrics in the Prometheus format.",
    "operations.metrics.private": "Metrics name no secret and no key.",
    "operations.health.private": "Health and contract tell nothing private.",
  }),
  ...stated("D41a", {
    "operations.tool-timeout": "BOWLINE_TOOL_TIMEOUT_MS limits one downstream call.",
    "operations.tool-output": "BOWLINE_TOOL_OUTPUT_BYTES limits one downstream answer.",
    "operations.private-networks": "BOWLINE_ALLOWED_PRIVATE_NETWORKS lets tools reach a private network.",
    "operations.history-setting": "BOWLINE_HISTORY chooses full, metadata or off.",
    "operations.bad-settings": "A server with wrong settings does not start and names every one.",
    "operations.base-url": "BOWLINE_BASE_URL, never the Host header, makes the links that are answered.",
    "operations.body-limit": "The body limit can be set.",
    "operations.host": "HOST chooses the address it listens on; 127.0.0.1 when left out.",
    "operations.port": "PORT chooses where it listens.",
    "operations.workers": "BOWLINE_WORKERS processes share the port, and a change holds on all of them.",
    "operations.master-key.required": "DATABASE_URL without BOWLINE_MASTER_KEY does not start.",
    "operations.master-key.rotation": "Of several master keys the first encrypts and all decrypt.",
    "operations.database-url": "DATABASE_URL chooses an outside PostgreSQL.",
  }),
  ...deferred("D41a", "A length of 30 days cannot be waited for over HTTP.", {
    "operations.history-days": "BOWLINE_HISTORY_DAYS limits how long history is kept.",
    "operations.idempotency-kept": "An idempotency key is kept 24 hours.",
  }),
  ...deferred("D41a", "Sign-in, issuer and audience are built in a later stage.", {
    "operations.base-url.oauth": "BOWLINE_BASE_URL makes issuer, redirect and audience.",
  }),
  ...stated("the suite itself", {
    "suite.coverage":
      "A requirement without a passing test fails the run, as does a test without a requirement.",
  }),
  ...stated("D41d", {
    "operations.durable.kill": "What was answered with 200 survives kill -9.",
    "operations.two-servers":
      "Two servers may start on one database; a change made at one holds at the other.",
    "operations.durable.drain": "SIGTERM lets a running call finish, then the process ends.",
  }),
  ...stated("D41d", {
    "operations.upgrade.by-itself": "A database of an earlier version is upgraded when the server starts.",
    "operations.upgrade.loses-nothing":
      "Members, keys, applications, connections, defaults, toolsets and history of an earlier version work after the upgrade.",
    "operations.upgrade.keeps-slugs":
      "Tools imported by an earlier version keep their slugs on a new import.",
  }),
];
