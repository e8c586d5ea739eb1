export { createApp } from "./app.ts";
export { readConfig } from "./config/config.ts";
