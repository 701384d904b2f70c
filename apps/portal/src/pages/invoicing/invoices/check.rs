use crate::{
    blocks::{Cell, Link, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use invoicing::InvoiceId;
use peppol_connector::repair::Finding;
use use_cases::sending::native_send::preflight_invoice;

/// The findings of the rules on the exact document, and whether it could be sent.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = InvoiceId(visit.id("id")?);
    let verdict = preflight_invoice(&context, id).await?;
    let (t, summary) = (visit.t(), verdict.validation.summary());
    let upcoming = verdict.validation.upcoming();
    let mut view = View::new(t.check);
    view.links = vec![Link::new(visit.path(&format!("invoices/{id}")), t.back)];
    view.facts = facts([
        (t.checked, Cell::text(visit.words.yes(summary.ran))),
        (t.valid, Cell::text(visit.words.yes(summary.valid))),
        (t.errors, Cell::text(summary.error_count.to_string())),
        (t.warnings, Cell::text(summary.warning_count.to_string())),
        (t.rules, Cell::maybe(verdict.validation.rules().map(|rules| rules.to_string()))),
        (t.refused_from, visit.words.day(upcoming.map(|next| next.in_force))),
        (t.refused_by, Cell::maybe(upcoming.map(|next| next.rules.to_string()))),
        (t.ready, Cell::maybe(verdict.ready().map(|ready| visit.words.yes(ready)))),
        (t.receiver, Cell::maybe(verdict.receiver.as_ref().map(ToString::to_string))),
        (
            t.refusal,
            Cell::maybe(verdict.refusal.as_ref().map(|it| visit.words.refusal(&it.into()))),
        ),
    ]);
    let row = |finding: &Finding| {
        vec![
            Cell::Code(finding.code.clone()),
            Cell::text(visit.words.stored_refusal(&finding.message)),
            Cell::Code(finding.field.clone()),
            Cell::maybe(finding.rules.map(|rules| rules.to_string())),
        ]
    };
    let table = |caption: &'static str, findings: &[Finding]| {
        let table = Table {
            caption: caption.to_owned(),
            heads: vec![t.rule, t.what, t.place, t.rules],
            rows: findings.iter().take(200).map(row).collect(),
            empty: t.no_findings,
            next: None,
        };
        Section::table(caption, table)
    };
    view.sections = vec![table(t.findings, &verdict.findings)];
    view.sections.extend(upcoming.map(|next| table(t.upcoming, &next.findings)));
    view.show(&visit)
}
