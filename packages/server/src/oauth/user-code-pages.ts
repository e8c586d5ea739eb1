import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";

/** What one of our pages shows. */
export interface OAuthPage {
  title: string;
  /** A paragraph; it is escaped, and shown in one line without hidden characters. */
  text: string;
  /** Whether the text says what is wrong with what was entered. Default: no. */
  isProblem?: boolean;
  /** A code to compare with the one that a device shows. */
  code?: string;
  /** HTML that the library made. */
  form?: string;
  /** How it ended. Absent: the person goes on. */
  end?: "done" | "failed";
}

/** Renders one of our pages. */
export type RenderPage = (page: OAuthPage) => Promise<{ html: string; headers: Record<string, string> }>;

/** What the library keeps of a browser. */
interface BrowserSession {
  /** The browser sent none. */
  new?: boolean;
  /** It is to be stored. */
  touched?: boolean;
}

const wrongCodes = new WeakSet<object>();

/** Whether a request sent a code that no device shows. */
export const isWrongCode = (context: object): boolean => wrongCodes.has(context);

/** Builds the pages on which a person types the code that a device shows (RFC 8628 §3.3). */
export function buildUserCodePages(renderPage: RenderPage) {
  async function show(ctx: KoaContextWithOIDC, page: OAuthPage): Promise<void> {
    const { html, headers } = await renderPage(page);
    ctx.set(headers);
    ctx.type = "html";
    ctx.body = html;
  }
  return {
    userCodeInputSource: (ctx: KoaContextWithOIDC, form: string, out: ErrorOut | undefined, error?: Error) =>
      show(ctx, prepareInput(ctx, form, out, error)),
    userCodeConfirmSource: (
      ctx: KoaContextWithOIDC,
      form: string,
      client: { clientId: string; clientName?: string },
      _deviceInfo: unknown,
      code: string,
    ) => show(ctx, describeConfirmation(form, client.clientName ?? client.clientId, code)),
    successSource: (ctx: KoaContextWithOIDC) => show(ctx, connected),
  };
}

/** Prepares the page that asks for the code, or says why there is nothing to type any more. */
function prepareInput(
  ctx: KoaContextWithOIDC,
  form: string,
  out: ErrorOut | undefined,
  error: Error | undefined,
): OAuthPage {
  const session = ctx.oidc.session as BrowserSession | undefined;
  if (error !== undefined && session?.new) {
    // A form needs the session that the page before it began. The library cannot store one that begins with an error.
    session.touched = false;
    return {
      title: "This page is out of date",
      text: "It is too old, or your browser sent no cookie. Nothing was connected.",
      form: `<p><a class="button" href="${ctx.oidc.urlFor("code_verification")}">Type the code again</a></p>`,
      end: "failed",
    };
  }
  if (error?.name === "AbortedError") {
    return refused;
  }
  const isOutOfDate = out?.error === "invalid_request";
  const isWrong = error !== undefined && !isOutOfDate;
  if (isWrong) {
    wrongCodes.add(ctx);
  }
  const notice = isOutOfDate ? "The page was out of date. " : "";
  return {
    title: "Connect a device",
    text: isWrong
      ? "This code is not valid: it is unknown, was already used, or has expired. Type it again."
      : `${notice}Type the code that the device shows.`,
    isProblem: isWrong,
    form: addButtons(labelCode(form, isWrong), '<button type="submit">Continue</button>'),
  };
}

const describeConfirmation = (form: string, clientName: string, code: string): OAuthPage => ({
  title: "Connect a device",
  text: `A program that calls itself “${clientName}” asks to be connected. Continue only if the device in front of you shows this code:`,
  code,
  form: addButtons(
    form,
    '<button type="submit">Continue</button><button class="secondary" name="abort" value="yes">Refuse</button>',
  ),
});

const refused: OAuthPage = {
  title: "Refused",
  text: "The device is not connected. You can close this page.",
  end: "failed",
};

const connected: OAuthPage = {
  title: "Connected",
  text: "The device is connected. You can close this page.",
  end: "done",
};

/**
 * The library's field has words inside it that go away, and no label. Its event handler would be refused by the page's content security
 * policy.
 */
const labelCode = (form: string, isWrong: boolean): string =>
  form
    .replace(
      / placeholder="[^"]*" onfocus="[^"]*"/,
      ` id="user-code" autocapitalize="characters" spellcheck="false"${isWrong ? ' aria-invalid="true"' : ""}`,
    )
    .replace("<input", '<label class="wide" for="user-code">Code</label><input');

const addButtons = (form: string, buttons: string): string => form.replace("</form>", `${buttons}</form>`);
