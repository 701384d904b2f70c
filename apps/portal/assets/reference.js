// Shows /openapi.json with Swagger UI: in the colours of the system, operations in the order of x-order.
"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)");
const colours = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colours);
colours();

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
});
