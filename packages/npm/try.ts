// Compiled by .ci/packages: the types of the package say what these lines do.
import { load, type Finding, type Page, type Verdict, type View } from "billhook-rules";

export async function judge(file: Blob): Promise<string[]> {
  const rules = await load();
  const bytes = await file.arrayBuffer();
  const verdict: Verdict = rules.validate(bytes, { ruleset: "auto", release: "next", now: new Date() });
  const view: View | null = rules.view(bytes);
  const page: Page = rules.explain("BT-115");
  const said = (finding: Finding) => `${finding.rule} ${finding.line}:${finding.column} ${finding.message}`;
  return [...verdict.findings.map(said), view?.head[0]?.value ?? "", "term" in page ? page.term.name : ""];
}
