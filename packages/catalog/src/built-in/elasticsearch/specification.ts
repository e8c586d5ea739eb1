/** Name of a type of Elastic's specification. */
export interface TypeName {
  name: string;
  namespace: string;
}

/** What a property, a parameter or a body holds. */
export type ValueOf =
  | { kind: "instance_of"; type: TypeName; generics?: ValueOf[] }
  | { kind: "array_of"; value: ValueOf }
  | { kind: "union_of"; items: ValueOf[] }
  | { kind: "dictionary_of"; key: ValueOf; value: ValueOf }
  | { kind: "literal_value"; value: string | number | boolean }
  | { kind: "user_defined_value" };

export interface Property {
  name: string;
  description?: string;
  required: boolean;
  type: ValueOf;
}

export type Body =
  | { kind: "no_body" }
  | { kind: "value"; value: ValueOf }
  | { kind: "properties"; properties: Property[] };

interface Described {
  name: TypeName;
  description?: string;
  extDocUrl?: string;
}

interface Inherits {
  type: TypeName;
  generics?: ValueOf[];
}

export type TypeDefinition =
  | (Described & {
      kind: "interface";
      properties: Property[];
      inherits?: Inherits;
      shortcutProperty?: string;
    })
  | (Described & { kind: "enum"; members: { name: string; aliases?: string[] }[]; isOpen?: boolean })
  | (Described & { kind: "type_alias"; type: ValueOf })
  | (Described & { kind: "request"; path: Property[]; query: Property[]; body: Body; inherits?: Inherits })
  | (Described & { kind: "response"; body: Body });

export interface Endpoint {
  /** Such as `indices.create`. */
  name: string;
  description?: string;
  docUrl?: string;
  urls: { path: string; methods: string[] }[];
  request: TypeName | null;
  response: TypeName | null;
  requestBodyRequired?: boolean;
  requestMediaType?: string[];
  responseMediaType?: string[];
  deprecation?: object;
  availability?: { stack?: { visibility?: string } };
}

/** The schema of `elastic/elasticsearch-specification`, which describes the whole API of Elasticsearch in a form of its own. */
export interface Specification {
  endpoints: Endpoint[];
  types: TypeDefinition[];
}
