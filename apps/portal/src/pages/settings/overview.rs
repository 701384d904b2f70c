use super::{numbering::format_of, record, reminders::days};
use crate::{
    blocks::{Cell, Link, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use correspondence::EmailStore;
use invoice_responses::ResponseInbox;
use invoicing::{InvoiceStore, InvoiceType};
use organizations::OrganizationRecord;
use peppol_connector::SendSettingsStore;

/// All of it.
pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let OrganizationRecord { organization: firm, account, .. } = record(&visit).await?;
    let formats = visit.store.series_formats(organization).await?;
    let mode = visit.store.send_mode(organization).await?;
    let takes = visit.store.takes_responses(organization).await?;
    let reminders = visit.store.reminder_settings(organization, visit.tier).await?;
    let (t, words) = (visit.t(), &visit.words);
    let change =
        |rest: &str, label| vec![Link::new(visit.path(&format!("settings/{rest}")), label)];
    let address = &firm.address;
    let place = format!("{}, {} {}", address.street, address.postal_code, address.city);
    let company = Section {
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
            (t.strict_sandbox, Cell::text(words.yes(account.strict_sandbox))),
        ]),
        links: change("company", t.change),
        ..Section::new(t.company)
    };
    let participant = account.participant.as_ref().map(ToString::to_string);
    let network = Section {
        facts: facts([
            (t.state, Cell::Badge(words.peppol_status(account.account.status()))),
            (t.peppol_id, Cell::maybe(participant)),
        ]),
        links: change("network", t.show),
        ..Section::new(t.network)
    };
    let logo = firm.branding.logo.is_some().then(|| visit.path("settings/logo/image"));
    let look = Section {
        facts: facts([
            (t.logo, logo.map_or(Cell::Nothing, |src| Cell::Image { src, alt: t.logo })),
            (t.accent_colour, Cell::maybe(firm.branding.accent_colour.clone())),
        ]),
        links: change("logo", t.change),
        ..Section::new(t.look)
    };
    let year = service_day::date(visit.clock.now()).year();
    let row = |kind: InvoiceType| {
        let format = format_of(&formats, kind);
        let href = visit.path(&format!("settings/numbering/{}", kind.name()));
        vec![
            Cell::link(href, words.invoice_type(kind)),
            Cell::text(&*format.prefix),
            Cell::text(words.year_style(format.year)),
            Cell::text(format.width.to_string()),
            Cell::Code(format.number(year, 1)),
        ]
    };
    let numbering = Table {
        caption: t.numbering.to_owned(),
        heads: vec![t.kind, t.prefix, t.year, t.digits, t.first_number],
        rows: InvoiceType::ALL.into_iter().map(row).collect(),
        empty: t.no_number,
        next: None,
    };
    let sending = Section {
        facts: facts([(t.sending, Cell::text(words.send_mode(mode)))]),
        links: change("sending", t.change),
        ..Section::new(t.sends)
    };
    let answers = Section {
        facts: facts([(t.responses_received, Cell::text(words.yes(takes)))]),
        links: change("responses", t.change),
        ..Section::new(t.responses_setting)
    };
    let mails = Section {
        facts: facts([(t.reminder_days, Cell::text(days(&reminders, t.reminders_off)))]),
        links: change("reminders", t.change),
        ..Section::new(t.reminders)
    };
    let mut view = View::new(t.settings);
    let numbering = Section::table(t.numbering, numbering);
    view.sections = vec![company, network, look, numbering, sending, answers, mails];
    view.show(&visit)
}
