import { Ajv2020, type Options } from "ajv/dist/2020.js";

/** Opens an ajv for many schemas that are each used a few times: to make faster code takes longer than the code runs. */
export const openJudgingAjv = (options: Options = {}): Ajv2020 =>
  new Ajv2020({
    strict: false,
    unicodeRegExp: false,
    logger: false,
    code: { optimize: false },
    inlineRefs: false,
    ...options,
  });
