// What the built server has of undici. Its index also loads fetch, WebSocket, caches and mocks, which nobody calls here: 7 MB.
export { default as errors } from "undici/lib/core/errors.js";
export { default as Agent } from "undici/lib/dispatcher/agent.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";
