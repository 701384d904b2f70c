// Shows /openapi.json with Swagger UI: in the colours of the system, operations in the order of x-order.
"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)");
const colours = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colours);
colours();

// Paths and tags stand in buttons, where no link may be; addresses with # work all the same.
const withoutLinks = (Original, system) => ({ text }) => system.React.createElement("span", null, text);

const place = (one) => one.getIn(["operation", "x-order"], 0);
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  operationsSorter: (one, other) => place(one) - place(other),
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  requestSnippetsEnabled: false,
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [{ wrapComponents: { DeepLink: withoutLinks } }],
});

// Fields are named by the row that they stand in, for those who do not see it.
const name = (field) => {
  const row = field.closest("tr")?.querySelector(".parameter__name")?.firstChild;
  return row?.textContent || field.closest(".opblock-section-request-body")?.querySelector("h4")?.firstChild?.textContent;
};
new MutationObserver(() => {
  for (const field of document.querySelectorAll("#reference :is(select, textarea):not([aria-label])")) {
    field.setAttribute("aria-label", name(field) || "Media type");
  }
  for (const button of document.querySelectorAll("#reference .close-modal:not([aria-label])")) {
    button.setAttribute("aria-label", "Close");
  }
  for (const button of document.querySelectorAll("#reference .auth-btn-wrapper button[aria-label]")) {
    button.removeAttribute("aria-label"); // it says other words than the button shows
  }
}).observe(document.getElementById("reference"), { childList: true, subtree: true });
