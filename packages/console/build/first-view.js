// Runs before everything else. `build/prepare-first-view.ts` fills in the two tables and puts it into the page.
{
  const files = __FILES__;
  /** By path, with `$` for a parameter: the words that the page begins with, and the places of its files in the list above. */
  const pages = __PAGES__;
  const [base, path = ""] = location.pathname.split("/console");
  const [, name = "", parameter] = path.split("/");
  const page = pages[`/${name}${parameter ? "/$" : ""}`] ?? { files: [] };

  for (const href of page.files.map((place) => files[place])) {
    const link = document.createElement("link");
    link.crossOrigin = "";
    link.href = href;
    if (href.endsWith(".css")) {
      link.rel = "preload";
      link.as = "style";
    } else {
      link.rel = "modulepreload";
    }
    document.head.append(link);
  }

  const token = fetch(`${base}/session/token`, { method: "POST", headers: { accept: "application/json" } });
  // Whoever takes it sees the error.
  token.catch(() => {});

  // As Mantine keeps it.
  const chosen = localStorage.getItem("mantine-color-scheme-value");
  const isDark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? "dark" : "light";

  const onMissingScript = ({ target }) => {
    const frame = document.querySelector(".first-view");
    if (target instanceof HTMLScriptElement && frame !== null) {
      frame.removeAttribute("aria-hidden");
      frame.querySelector(".page-description").textContent =
        "The console could not be loaded. Check that the server runs and that you are connected, then reload this page.";
    }
  };
  // A failure to load does not bubble.
  window.addEventListener("error", onMissingScript, true);

  window.firstView = {
    token,
    /** Shows the static frame with the page's words. */
    show: () => {
      const frame = document.querySelector("#first-view").content;
      frame.querySelector(".page").dataset.width = page.width ?? "normal";
      frame.querySelector(".page-title").textContent = page.title ?? "";
      frame.querySelector(".page-description").textContent = page.description ?? "";
      document.body.append(frame);
    },
  };
}
