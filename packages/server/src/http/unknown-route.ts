import type { Operation } from "@bowline/contract";

/**
 * Prepares the message for a request that no operation serves. It names the methods that the path accepts, or the path meant by one
 * that differs only in case or a trailing slash.
 */
export function prepareUnknownRoute(
  operations: readonly Operation[],
): (method: string, path: string) => string {
  const routes = [...Map.groupBy(operations, (operation) => operation.path)].map(([template, served]) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`),
    loosePattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/*$`, "i"),
    methods: served.map(({ method }) => method).join(", "),
  }));
  return (method, path) => {
    const refusal = `There is no ${method} ${path}.`;
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map((route) => route.methods);
    if (methods.length > 0) {
      return `${refusal} This path takes ${methods.join(", ")}.`;
    }
    const meant = routes.find(({ loosePattern }) => loosePattern.test(path));
    return meant
      ? `${refusal} Did you mean ${meant.template}? It takes ${meant.methods}.`
      : `${refusal} All paths are listed at /docs.`;
  };
}
