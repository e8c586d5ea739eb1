import { parentPort } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import fastifyApiReference from "@scalar/fastify-api-reference";

/** The parts of Fastify that the plugin uses. */
interface Route {
  url: string;
  handler(request: unknown, reply: object): unknown;
}
type Register = (fastify: object, options: object, next: () => void) => void;

/**
 * Reads the built script of Scalar's reference. Only their plugin for Fastify contains it without 290 MB of dependencies, and the
 * plugin offers it only through a route.
 */
function readScript(): string {
  const routes: Route[] = [];
  const fastify = {
    initialConfig: {},
    hasPlugin: () => false,
    route: (route: Route) => routes.push(route),
  };
  (fastifyApiReference as unknown as Register)(
    fastify,
    { routePrefix: "/docs", configuration: { url: "/openapi.json" } },
    () => undefined,
  );
  let script = "";
  const reply = {
    header: () => reply,
    send(content: string) {
      script = content;
    },
  };
  routes.find(({ url }) => url.endsWith(".js"))?.handler(null, reply);
  if (script === "") {
    throw new Error("The reference's script is not where it was in @scalar/fastify-api-reference.");
  }
  return script;
}

parentPort?.postMessage(gzipSync(readScript(), { level: 6 }));
