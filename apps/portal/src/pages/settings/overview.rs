use super::{accounting::kind_label, numbering::format_of, reminders::days};
use crate::{
    blocks::{Cell, Link, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use invoicing::{InvoiceType, numbering::SeriesFormat};
use organizations::OrganizationRecord;
use persistence::StoreError;
use std::collections::BTreeMap;
use use_cases::{
    ledger::accounting::accounting_link, network::organizations::organization_settings,
};

/// All settings on one page.
pub(super) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::SettingsUpdate)?;
    let settings = organization_settings(&context).await?;
    let (t, words, record) = (visit.t(), &visit.words, &settings.record);
    let one = |rest: &str, title, label, value: String| Section {
        facts: facts([(label, Cell::text(value))]),
        links: change(&visit, rest, t.change),
        ..Section::new(title)
    };
    let sending = words.send_mode(settings.send_mode);
    let answers = words.yes(settings.takes_responses).to_owned();
    let reminders = days(&settings.reminders, t.reminders_off);
    let accounting = match accounting_link(&context).await {
        Err(StoreError::NotFound) => t.accounting_none.to_owned(),
        link => kind_label(&visit, link?.kind).to_owned(),
    };
    let mut view = View::new(t.settings);
    view.sections = vec![
        company(&visit, record),
        network(&visit, record),
        look(&visit, record),
        Section::table(t.numbering, numbering(&visit, &settings.series)),
        one("sending", t.sends, t.sending, sending),
        one("responses", t.responses_setting, t.responses_received, answers),
        one("reminders", t.reminders, t.reminder_days, reminders),
        one("accounting", t.accounting, t.program, accounting),
    ];
    view.show(&visit)
}

/// The link to change a setting.
fn change(visit: &Visit, rest: &str, label: &'static str) -> Vec<Link> {
    vec![Link::new(visit.path(&format!("settings/{rest}")), label)]
}

fn company(visit: &Visit, record: &OrganizationRecord) -> Section {
    let (t, words, firm) = (visit.t(), &visit.words, &record.organization);
    let address = &firm.address;
    let place = format!("{}, {} {}", address.street, address.postal_code, address.city);
    Section {
        facts: facts([
            (t.name, Cell::text(&*firm.name)),
            (t.address_of_firm, Cell::text(place)),
            (t.ico, Cell::maybe(firm.ico.clone())),
            (t.dic, Cell::maybe(firm.dic.clone())),
            (t.ic_dph, Cell::maybe(firm.ic_dph.clone())),
            (t.vat_payer, Cell::text(words.yes(firm.is_vat_payer()))),
            (t.email, Cell::maybe(firm.email.clone())),
            (t.phone, Cell::maybe(firm.phone.clone())),
            (t.registration, Cell::maybe(firm.registration.clone())),
            (t.due_days, Cell::maybe(firm.default_due_days.map(|days| days.to_string()))),
        ]),
        links: change(visit, "company", t.change),
        ..Section::new(t.company)
    }
}

fn network(visit: &Visit, record: &OrganizationRecord) -> Section {
    let (t, account) = (visit.t(), &record.account);
    let participant = account.participant.as_ref().map(ToString::to_string);
    Section {
        facts: facts([
            (t.state, Cell::Badge(visit.words.peppol_status(account.account.status()))),
            (t.peppol_id, Cell::maybe(participant)),
        ]),
        links: change(visit, "network", t.show),
        ..Section::new(t.network)
    }
}

/// The look of the company's documents.
fn look(visit: &Visit, record: &OrganizationRecord) -> Section {
    let (t, branding) = (visit.t(), &record.organization.branding);
    let logo = branding.logo.is_some().then(|| visit.path("settings/logo/image"));
    Section {
        facts: facts([
            (t.logo, logo.map_or(Cell::Nothing, |src| Cell::Image { src, alt: t.logo })),
            (t.accent_colour, Cell::maybe(branding.accent_colour.clone())),
        ]),
        links: change(visit, "logo", t.change),
        ..Section::new(t.look)
    }
}

/// How the numbers of each type look this year.
fn numbering(visit: &Visit, series: &BTreeMap<InvoiceType, SeriesFormat>) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let year = service_day::date(visit.clock.now()).year();
    let row = |kind: &InvoiceType| {
        let format = format_of(series, *kind);
        let href = visit.path(&format!("settings/numbering/{}", kind.name()));
        vec![
            Cell::link(href, words.invoice_type(*kind)),
            Cell::text(&*format.prefix),
            Cell::text(words.year_style(format.year)),
            Cell::text(format.width.to_string()),
            Cell::Code(format.number(year, 1)),
        ]
    };
    let heads = vec![t.kind, t.prefix, t.year, t.digits, t.first_number];
    Table::of(t.numbering, heads, (&InvoiceType::ALL, t.no_number), row)
}
