declare module "@npmcli/config" {
  /** npm's own settings. https://www.npmjs.com/package/@npmcli/config */
  class Config {
    constructor(options: {
      definitions: unknown;
      shorthands: unknown;
      flatten: unknown;
      npmPath: string;
      argv: string[];
      env: NodeJS.ProcessEnv;
      cwd: string;
      warn: boolean;
    });
    load(): Promise<void>;
    /** The settings as pacote takes them. */
    readonly flat: { [option: string]: unknown };
  }
  export = Config;
}

declare module "@npmcli/config/lib/definitions/index.js" {
  const settings: { definitions: unknown; flatten: unknown; shorthands: unknown };
  export = settings;
}
