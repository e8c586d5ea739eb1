import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";

/**
 * Renders one of our pages.
 *
 * @param text a paragraph; it is escaped, and shown in one line without hidden characters
 * @param form is HTML that the library made; empty: none
 */
export type RenderPage = (
  title: string,
  text: string,
  form: string,
) => Promise<{ html: string; headers: Record<string, string> }>;

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
  async function show(ctx: KoaContextWithOIDC, title: string, text: string, form: string): Promise<void> {
    const { html, headers } = await renderPage(title, text, form);
    ctx.set(headers);
    ctx.type = "html";
    ctx.body = html;
  }

  return {
    userCodeInputSource(ctx: KoaContextWithOIDC, form: string, out: ErrorOut | undefined, error?: Error) {
      const session = ctx.oidc.session as BrowserSession | undefined;
      const isOutOfDate = out?.error === "invalid_request";
      if (error !== undefined && session?.new) {
        // A form needs the session that the page before it began. The library cannot store one that begins with an error.
        session.touched = false;
        const link = `<p><a class="button" href="${ctx.oidc.urlFor("code_verification")}">Type the code again</a></p>`;
        const text = "It is too old, or your browser sent no cookie. Nothing was connected.";
        return show(ctx, "This page is out of date", text, link);
      }
      if (error?.name === "AbortedError") {
        return show(ctx, "Refused", "The device is not connected. You can close this page.", "");
      }
      if (error !== undefined && !isOutOfDate) {
        wrongCodes.add(ctx);
      }
      const notice = isOutOfDate ? "The page was out of date. " : "";
      const text =
        error === undefined || isOutOfDate
          ? `${notice}Type the code that the device shows.`
          : "This code is not valid: it is unknown, was already used, or has expired. Type it again.";
      return show(ctx, "Connect a device", text, addButtons(form, '<button type="submit">Continue</button>'));
    },
    userCodeConfirmSource(
      ctx: KoaContextWithOIDC,
      form: string,
      client: { clientId: string; clientName?: string },
      _deviceInfo: unknown,
      userCode: string,
    ) {
      const name = client.clientName ?? client.clientId;
      const text = `A program that calls itself “${name}” asks to be connected. Continue only if the device in front of you shows the code ${userCode}.`;
      const buttons =
        '<button type="submit">Continue</button><button class="secondary" name="abort" value="yes">Refuse</button>';
      return show(ctx, "Connect a device", text, addButtons(form, buttons));
    },
    successSource(ctx: KoaContextWithOIDC) {
      return show(ctx, "Connected", "The device is connected. You can close this page.", "");
    },
  };
}

/** The library's field has an event handler, which the page's content security policy refuses. */
const addButtons = (form: string, buttons: string): string =>
  form.replace(/ onfocus="[^"]*"/, "").replace("</form>", `${buttons}</form>`);
