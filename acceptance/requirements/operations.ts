import { deferred, needing, type Requirement, stated } from "./requirement.ts";

/** Budgets, settings, health, the published contract, durability. */
export const operationsRequirements: Requirement[] = [
  ...stated("contract: Limits, rate limits", {
    "limits.per-account": "Budgets are per account: members of a company share them.",
    "limits.burst": "When the burst budget is used up, the response is 429 with Retry-After 1.",
    "limits.hourly": "When the hourly budget is used up, the response is 429 with Retry-After 3600.",
    "limits.burst.recovers": "After the burst window, calls succeed again.",
    "limits.search.separate": "A search call has a stricter budget; other calls still succeed.",
    "limits.search.burst": "When the search burst budget is used up, Retry-After is 1.",
    "limits.search.hourly": "When the search hourly budget is used up, Retry-After is 3600.",
    "limits.search.both-lists": "Tools and applications with a search are search calls.",
    "limits.search.blank": "A blank search does not count as a search call.",
  }),
  ...stated("D3", {
    "limits.after-credential":
      "A call without a valid credential is not charged to a budget and is 401, not 429.",
  }),
  ...stated("D40", {
    "limits.headers": "Every response has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.",
    "limits.headers.tighter": "These headers describe the tighter window.",
    "limits.remaining": "RateLimit-Remaining goes down with each call.",
    "limits.off": "0 switches a budget off.",
    "limits.window": "A window begins with the first call.",
  }),
  ...stated("D41", { "limits.per-process": "Without REDIS_URL the budgets are per process." }),
  ...needing(["redis-server", "valkey-server"], "D41", {
    "limits.shared": "With REDIS_URL all nodes share the budgets.",
    "limits.shared.down":
      "While the shared limiter is down a call is 500 INTERNAL_ERROR; when it is back, calls succeed.",
  }),
  ...stated("D41b", {
    "operations.first-start.key": "The first start writes the Admin's key to admin-api-key with mode 0600.",
    "operations.first-start.printed": "The first start prints the key.",
    "operations.second-start": "A second start creates and prints no key.",
  }),
  ...stated("D41c", {
    "operations.health.live": "GET /health/live is 200 without a credential.",
    "operations.health.ready": "GET /health/ready is 200 without a credential.",
    "operations.health.not-ready": "GET /health/ready is 503 while the database is down or takes no changes.",
    "operations.openapi": "GET /openapi.json is an OpenAPI document, without a credential.",
    "operations.openapi.contract": "The document contains every endpoint of the contract.",
    "operations.openapi.extensions":
      "The document marks additions to the contract, from operations to single members, parameters and headers, with x-bowline-extension.",
    "operations.openapi.codes":
      "Every error code that an operation returns stands at its status in the document.",
    "operations.openapi.paging":
      "An import of the document makes tools that read the further pages of lists.",
    "operations.openapi.statuses": "The operations under /v1 have only statuses of the closed set.",
    "operations.metrics.off": "GET /metrics is not served by default.",
    "operations.metrics.on": "With BOWLINE_METRICS=true, GET /metrics returns the Prometheus format.",
    "operations.metrics.workers": "With several workers, GET /metrics returns the sum of all of them.",
    "operations.metrics.private": "Metrics contain no secret and no key.",
    "operations.health.private": "Health and contract endpoints return nothing private.",
  }),
  ...stated("D41a", {
    "operations.tool-timeout": "BOWLINE_TOOL_TIMEOUT_MS limits one downstream call.",
    "operations.tool-output": "BOWLINE_TOOL_OUTPUT_BYTES limits one downstream response.",
    "operations.private-networks": "BOWLINE_ALLOWED_PRIVATE_NETWORKS lets tools reach a private network.",
    "operations.history-setting": "BOWLINE_HISTORY chooses full, metadata or off.",
    "operations.bad-settings": "A server with wrong settings does not start and names every wrong setting.",
    "operations.base-url": "Links in responses are built from BOWLINE_BASE_URL, never from the Host header.",
    "operations.body-limit": "The body limit can be set.",
    "operations.host": "HOST sets the address the server listens on; default 127.0.0.1.",
    "operations.port": "PORT sets the port the server listens on.",
    "operations.workers":
      "BOWLINE_WORKERS processes share the port, and a change takes effect on all of them.",
    "operations.master-key.required":
      "With DATABASE_URL but no BOWLINE_MASTER_KEY, the server does not start.",
    "operations.master-key.rotation": "With several master keys, the first encrypts and all decrypt.",
    "operations.database-url": "DATABASE_URL sets an external PostgreSQL.",
  }),
  ...deferred("D41a", "A test cannot wait for 30 days.", {
    "operations.history-days": "BOWLINE_HISTORY_DAYS limits how long history is kept.",
  }),
  ...stated("D35", {
    "operations.idempotency-kept": "An idempotency key is kept 24 hours.",
  }),
  ...stated("D41a", {
    "operations.base-url.oauth": "Issuer, redirect address and audience are built from BOWLINE_BASE_URL.",
  }),
  ...stated("the suite itself", {
    "suite.coverage":
      "A requirement without a passing test fails the run, as does a test without a requirement.",
  }),
  ...stated("D43a", {
    "database.copy.stopped": "A database is not copied while a server runs on it or on the target.",
    "database.copy.same":
      "After a copy every table has the same rows, and every list is the same, byte for byte.",
    "database.copy.opens":
      "Keys, connections, sessions, grants and idempotency keys of the source are good on the target.",
    "database.copy.secrets":
      "The output of a copy has no password and no master key, and says which key must come along.",
    "database.copy.ids": "Ids that are made after a copy continue those of the source.",
    "database.copy.schema":
      "A user without rights over the server, with schemas of its own, and an encrypted connection are enough for a target.",
    "database.copy.back": "A database of one's own is copied to an embedded one.",
    "database.copy.usage": "A wrong copy command copies nothing; an unknown one ends with exit code 2.",
  }),
  ...stated("D41d", {
    "operations.durable.kill": "A change whose response was 200 survives kill -9.",
    "operations.two-servers":
      "Two servers may share one database; a change made on one holds on the other from its response on.",
    "operations.durable.drain": "After SIGTERM a running call finishes, then the process exits.",
    "operations.durable.drain-workers":
      "After SIGTERM a server with several workers refuses new connections, and serves each one that it has accepted, also one that waits for a busy worker.",
  }),
  ...stated("D88", {
    "operations.change-holds":
      "A change that has its response holds on every server, also while their connections to the database break.",
  }),
  ...stated("D41d", {
    "operations.upgrade.by-itself": "A start upgrades the database of an earlier version.",
    "operations.upgrade.loses-nothing":
      "Members, keys, applications, connections, defaults, toolsets and history of an earlier version work after the upgrade.",
    "operations.upgrade.keeps-slugs":
      "Tools imported by an earlier version keep their slugs on a new import.",
  }),
];
