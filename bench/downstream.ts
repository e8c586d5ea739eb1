/** The application behind the gateway: a bare node:http server that returns a kilobyte of JSON for each request to `/things`. */
import { createServer } from "node:http";
import { reportPort } from "./child-process.ts";

const thing = {
  id: 42,
  title: "A thing with a title of usual length",
  state: "open",
  labels: ["first", "second", "third"],
  owner: { id: 7, login: "someone", url: "https://api.example.com/people/7" },
  createdAt: "2026-01-02T03:04:05.678Z",
  updatedAt: null,
  body: "The quick brown fox jumps over the lazy dog. ".repeat(15),
};
const content = Buffer.from(JSON.stringify(thing));

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const known = request.url?.startsWith("/things") === true;
    response.writeHead(known ? 200 : 404, {
      "content-type": "application/json",
      "content-length": known ? content.length : 0,
    });
    response.end(known ? content : undefined);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => reportPort(server));
