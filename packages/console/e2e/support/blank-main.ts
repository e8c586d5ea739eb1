import { createElement } from "react";
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(createElement("p", null, "A blank page"));
}
