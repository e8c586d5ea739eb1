import type { DeclaredParameter } from "./parameters.ts";

/** A path template and exactly the parameters that it needs. */
export interface BoundPath {
  path: string;
  parameters: DeclaredParameter[];
}

/**
 * Matches path parameters with the path template. A name that differs only in case or RFC 6570 operators gets the
 * template's spelling. An undeclared parameter becomes a required text. A parameter that is not in the template is left out.
 */
export function bindPath(template: string, declared: DeclaredParameter[]): BoundPath {
  const used = new Map<string, DeclaredParameter>();
  const path = withoutFragment(template).replace(/\{([^{}]*)\}/g, (_whole, written: string) => {
    const parameter = findParameter(written, declared);
    const name = parameter?.name ?? bareName(written);
    used.set(name, parameter ?? undeclared(name));
    return `{${name}}`;
  });
  const others = declared.filter((parameter) => parameter.in !== "path");
  return { path: path.startsWith("/") ? path : `/${path}`, parameters: [...used.values(), ...others] };
}

function findParameter(written: string, declared: DeclaredParameter[]): DeclaredParameter | undefined {
  const candidates = declared.filter((parameter) => parameter.in === "path");
  const bare = bareName(written);
  const folded = bare.toLowerCase();
  return (
    candidates.find((parameter) => parameter.name === written) ??
    candidates.find((parameter) => parameter.name === bare) ??
    candidates.find((parameter) => parameter.name.toLowerCase() === folded)
  );
}

/** `{+name}`, `{name*}` and `{/name}` are RFC 6570. OpenAPI lacks them, but documents use them. */
function bareName(written: string): string {
  return (
    written
      .replace(/^[+#./;?&]/, "")
      .replace(/\*$/, "")
      .trim() || "value"
  );
}

function undeclared(name: string): DeclaredParameter {
  return { in: "path", name, required: true, declaration: { schema: { type: "string" } } };
}

/** Some documents use a fragment to distinguish operations with one address. It is never sent. */
function withoutFragment(template: string): string {
  const at = template.indexOf("#");
  return at < 0 ? template : template.slice(0, at);
}
