//! What the domain says of a refusal, in Slovak. The domain writes English, which the API answers; its sentences are
//! the keys here, with `{}` for what differs: gettext, checked by a test that reads the sentences in the sources.

mod accounting;
mod files;
mod invoices;
mod network;
mod papers;
mod programs;
mod projects;
mod records;
mod responses;
mod sentence;
#[cfg(test)]
mod sources;
mod statements;
mod stock;

use crate::words::Words;
use accounting_export::ExportState;
use expenses::{ExpenseStatus, ExpenseType, PaymentStatus};
use invoice_responses::InvoiceStatus as Response;
use invoicing::{InvoiceStatus, InvoiceType, Violation, Violations, terms::Term};
use languages::Language;
use peppol_connector::submissions::State;
use sentence::Sentence;
use std::fmt::Write;
use vat_categories::TaxTreatment;

const HOLE: &str = "{}";

/// English sentences that say nothing to who sees a form, and what they mean there.
const FOR_PEOPLE: [Sentence; 2] = [
    ("is required, or customer_id", "choose a customer, or write a new one"),
    ("is required, or supplier_id", "choose a supplier, or write a new one"),
];

fn sentences() -> impl Iterator<Item = &'static Sentence> {
    let all = [
        invoices::SENTENCES,
        records::SENTENCES,
        papers::SENTENCES,
        statements::SENTENCES,
        network::SENTENCES,
        programs::SENTENCES,
        files::SENTENCES,
        responses::SENTENCES,
        stock::SENTENCES,
        accounting::SENTENCES,
        projects::SENTENCES,
    ];
    all.into_iter().flatten()
}

impl Words {
    /// What the domain says, in the reader's language; what is not known stays as it is.
    pub(crate) fn said(&self, text: &str) -> String {
        match self.language {
            Language::Sk => self.slovak(text).unwrap_or_else(|| text.to_owned()),
            _ => self.without_member_names(text),
        }
    }

    /// The same of each violation.
    pub(crate) fn violations(&self, found: &Violations) -> Violations {
        let mut said = Violations::new();
        for Violation { field, message, .. } in found.as_slice() {
            said.add(field.clone(), self.said(message));
        }
        said
    }

    /// English of the domain names members of the API: a person knows the labels of the form.
    fn without_member_names(&self, text: &str) -> String {
        if let Some((_, plain)) = FOR_PEOPLE.iter().find(|(said, _)| *said == text) {
            return (*plain).to_owned();
        }
        let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
        let mut shown = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_name) {
            let (before, from) = rest.split_at(start);
            let (word, after) = from.split_at(from.find(|c| !is_name(c)).unwrap_or(from.len()));
            shown.push_str(before);
            match self.segment(word) {
                label if label != word && word.contains('_') => _ = write!(shown, "“{label}”"),
                _ => shown.push_str(word),
            }
            rest = after;
        }
        shown + rest
    }

    /// By the sentence that leaves the least to its holes. What fills them is looked up in its turn: a
    /// sentence may hold another, or the name of a state.
    fn slovak(&self, text: &str) -> Option<String> {
        if let Some(word) = self.word(text) {
            return Some(word.to_owned());
        }
        let found = sentences().filter_map(|(english, slovak)| {
            let values = values(english, text)?;
            Some((english.len() - HOLE.len() * values.len(), slovak, values))
        });
        let (_, slovak, values) = found.max_by_key(|(fixed, ..)| *fixed)?;
        let said = |value: &&str| match value.len() < text.len() {
            true => self.slovak(value).unwrap_or_else(|| (*value).to_owned()),
            false => (*value).to_owned(),
        };
        Some(filled(slovak, &values.iter().map(said).collect::<Vec<_>>()))
    }

    /// The name of a state or of a kind.
    fn word(&self, name: &str) -> Option<&'static str> {
        let status = InvoiceStatus::of_name(name);
        let status = status.map(|it| self.status(it).text);
        let kind = || InvoiceType::of_name(name);
        let expense = || ExpenseStatus::of_name(name);
        let supplied = || ExpenseType::of_name(name);
        let treatment = || TaxTreatment::ALL.into_iter().find(|it| it.as_str() == name);
        let response = || Response::ALL.iter().copied().find(|it| it.name() == name);
        let send = || State::of_name(name);
        let settled = || PaymentStatus::of_name(name);
        let export = || ExportState::of_name(name);
        status
            .or_else(|| kind().map(|it| self.invoice_type(it)))
            .or_else(|| expense().map(|it| self.expense_status(it).text))
            .or_else(|| supplied().map(|it| self.expense_type(it)))
            .or_else(|| treatment().map(|it| self.treatment(it)))
            .or_else(|| export().map(|it| self.export_state(it).text))
            .or_else(|| response().map(|it| self.response(it).text))
            .or_else(|| send().map(|it| self.sending(it).text))
            .or_else(|| settled().map(|it| self.payment_status(it).text))
    }

    /// What is wrong at a path of the API, with the name of its field; what is wrong with all of a form says so itself.
    pub(crate) fn at(&self, path: &str, said: &str) -> String {
        match path {
            "" | "body" => said.to_owned(),
            // a place in a file: in words, or the path of an element
            path if path.contains([' ', '/']) => format!("{}: {said}", self.said(path)),
            path => format!("{}: {said}", self.field(path)),
        }
    }

    /// A path of the API as a reader knows it: `items[1].unit_price` is the price of the second line.
    pub(crate) fn field(&self, path: &str) -> String {
        let named = path.split('.').map(|segment| match segment.split_once('[') {
            Some((name, at)) => {
                let number = at.trim_end_matches(']').parse::<usize>().map_or(0, |at| at + 1);
                format!("{} {number}", self.segment(name))
            }
            None => self.segment(segment).to_owned(),
        });
        named.collect::<Vec<_>>().join(", ")
    }

    fn segment<'a>(&self, name: &'a str) -> &'a str {
        let t = self.t;
        if let Some(term) = Term::ALL.iter().find(|term| term.name() == name) {
            return t.header_text(*term);
        }
        match name {
            "items" => t.line,
            "customer" | "customer_id" | "customerId" => t.customer,
            "supplier" | "supplier_id" => t.supplier,
            "name" => t.name,
            "description" => t.description,
            "quantity" => t.quantity,
            "unit" => t.unit,
            "unit_price" => t.unit_price,
            "vat_rate" => t.vat_rate,
            "tax_treatment" => t.treatment,
            "exemption_reason" => t.exemption_reason,
            "currency" => t.currency,
            "exchange_rate" => t.exchange_rate,
            "issue_date" => t.issued_on,
            "due_date" | "due_days" => t.due_on,
            "delivery_date" => t.delivered_on,
            "bank_account_id" | "bankAccountId" => t.account,
            "original_invoice_id" => t.original,
            "advance_invoice_ids" => t.advances,
            "amount" => t.amount,
            "date" | "offset_date" => t.day,
            "ico" => t.ico,
            "dic" => t.dic,
            "ic_dph" => t.ic_dph,
            "vat_payer" => t.vat_payer,
            "email" => t.email,
            "phone" => t.phone,
            "street" => t.street,
            "city" => t.city,
            "postal_code" | "postalCode" | "zip" => t.postal_code,
            "delivery_address" | "deliveryAddress" => t.delivery_address,
            "vehicle_id" => t.vehicle,
            "country" => t.country,
            "peppol_id" => t.peppol_id,
            "events" | "event" => t.events,
            "url" => t.address,
            "scopes" => t.permissions,
            "base64_content" | "mime_code" | "filename" => t.file,
            "logo" => t.logo,
            "response" => t.response,
            "reasons" => t.respond_reason,
            "actions" => t.respond_action,
            "receive" => t.responses_received,
            "verificationTokenHex" => t.token,
            "migrationCode" => t.migration_code,
            "id" | "invoiceId" => t.document,
            "invoice_id" => t.type_invoice,
            "expense_id" => t.expense,
            "total" | "subtotal" => t.total,
            "vat_total" => t.vat,
            "number" | "invoice_number" => t.number,
            "method" | "payment_method" => t.method,
            "reason" => t.reason,
            "reference" => t.reference,
            "language" => t.language,
            "interval" => t.interval,
            "start_date" => t.first_period,
            "end_date" => t.last_period,
            "day_of_month" => t.day_of_month,
            "billing" => t.billing,
            "from" => t.issued_from,
            "to" => t.issued_to,
            "iban" => "IBAN",
            "bic" => "BIC",
            "bank_name" => t.bank,
            "variable_symbol" => t.variable_symbol,
            "prefix" => t.prefix,
            "width" => t.digits,
            "year" => t.year,
            "mode" => t.sending,
            "time" => t.time_of_day,
            "days_after_due_date" => t.reminder_days,
            "file" | "attachments" => t.file,
            "registration" => t.registration,
            "accent_colour" => t.accent_colour,
            "lines" => t.line,
            "project_id" | "projectId" => t.project,
            "project_reference" | "projectReference" => t.project_reference,
            "code" => t.project_code,
            "budget.amount" => t.budget,
            "item_id" | "stock_item_id" | "stockItemId" => t.stock_item,
            "warehouse_id" | "warehouseId" => t.warehouse,
            "to_warehouse_id" => t.to_warehouse,
            "unit_cost" => t.unit_cost,
            "minimum" => t.minimum,
            "below_zero" => t.below_zero,
            "archived" => t.archived,
            other => other,
        }
    }
}

/// What stands in the holes of a sentence, if a text is that sentence.
fn values<'a>(sentence: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut fixed = sentence.split(HOLE);
    let mut rest = text.strip_prefix(fixed.next()?)?;
    let mut values = Vec::new();
    let fixed: Vec<_> = fixed.collect();
    for (at, part) in fixed.iter().enumerate() {
        let is_last = at + 1 == fixed.len();
        let (value, after) = match (is_last, part.is_empty()) {
            (true, _) => (rest.strip_suffix(part)?, ""),
            // two holes side by side: a number, and what is said of it
            (false, true) => {
                rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()))
            }
            (false, false) => rest.split_once(part)?,
        };
        values.push(value);
        rest = after;
    }
    rest.is_empty().then_some(values)
}

/// A sentence with its holes filled.
fn filled(sentence: &str, values: &[String]) -> String {
    let mut text = String::new();
    let mut parts = sentence.split(HOLE);
    text.push_str(parts.next().unwrap_or_default());
    for (part, value) in parts.zip(values) {
        text.push_str(value);
        text.push_str(part);
    }
    let numbered = values.iter().enumerate();
    numbered.fold(text, |text, (at, value)| text.replace(&format!("{{{}}}", at + 1), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use visitors::Language as Spoken;

    const SAID: &[Sentence] = &[
        (
            "is not a line of a statement, such as :61:2611301130C100,50NTRFNONREF//B1",
            "nie je riadok výpisu, napríklad :61:2611301130C100,50NTRFNONREF//B1",
        ),
        ("is not a record of GPC: it has 128 characters", "nie je záznam GPC: ten má 128 znakov"),
        (
            "is not readable: the document is not well-formed XML: the element Sts is open where </Stz> stands at 3:7",
            "nedá sa prečítať: nie je to správne zapísané XML: prvok Sts nie je uzavretý tam, kde stojí </Stz> (riadok 3, stĺpec 7)",
        ),
        (
            "is not readable: the document is refused unread: The document is empty. (at byte 0)",
            "nedá sa prečítať: súbor je prázdny",
        ),
        ("is required", "treba vyplniť"),
        (
            "the invoice is draft: issue the invoice first",
            "faktúra je v stave koncept: najprv ju vystavte",
        ),
        (
            "the invoice is queued already, as S-1",
            "faktúra už je v sieti: čaká na odoslanie (odoslanie S-1)",
        ),
        ("has 300 characters, at most 200 are allowed", "má 300 znakov, najviac môže mať 200"),
        ("the account 7 is this one already, in EUR", "tento účet tu už je, v mene EUR"),
        ("{moth} is no placeholder: there are {month}", "{moth} nie je zástupný text, sú {month}"),
        (
            "the expense is approved: it cannot be changed",
            "výdavok je v stave schválený: nedá sa zmeniť",
        ),
        (
            "answered 404: look at the path, deliveries are POST requests",
            "odpovedal 404: pozrite si cestu, správy chodia ako POST",
        ),
        ("answered 418", "odpovedal 418"),
        ("cannot be used: the name has no address", "nedá sa použiť: meno nemá adresu"),
        (
            "the file is a workbook with macros; save it without them, as .xlsx or .ods",
            "súbor je zošit s makrami; uložte ho bez nich, ako .xlsx alebo .ods",
        ),
        ("the e-mail address is not an e-mail address", "e-mailová adresa nie je e-mailová adresa"),
        ("something that nobody has translated", "something that nobody has translated"),
        ("", ""),
    ];

    /// No state stands in a Slovak sentence by its name in the API.
    #[test]
    fn every_state_has_a_slovak_word() {
        let words = Words::of(Spoken::Slovak);
        let names = [
            InvoiceStatus::ALL.map(InvoiceStatus::name).to_vec(),
            InvoiceType::ALL.map(InvoiceType::name).to_vec(),
            ExpenseStatus::ALL.map(ExpenseStatus::name).to_vec(),
            PaymentStatus::ALL.map(PaymentStatus::name).to_vec(),
            State::ALL.map(State::name).to_vec(),
            ExportState::ALL.map(ExportState::name).to_vec(),
        ];
        for name in names.concat() {
            assert!(words.word(name).is_some_and(|word| word != name), "{name}");
        }
    }

    #[test]
    fn refusals_are_said_in_the_language_of_the_reader() {
        let (slovak, english) = (Words::of(Spoken::Slovak), Words::of(Spoken::English));
        for (text, said) in SAID {
            assert_eq!(slovak.said(text), *said);
            assert_eq!(english.said(text), *text);
        }
    }

    #[test]
    fn a_field_has_the_name_that_its_form_gives_it() {
        let words = Words::of(Spoken::Slovak);
        for (path, said) in [
            ("due_date", "Splatné"),
            ("items[1].unit_price", "Položka 2, Cena za jednotku bez DPH"),
            ("customer.ico", "Odberateľ, IČO"),
            ("prefix_of_something", "prefix_of_something"),
            ("start_date", "Prvé obdobie od"),
        ] {
            assert_eq!(words.field(path), said);
        }
    }

    #[test]
    fn each_sentence_stands_once_and_fills_its_holes() {
        let mut known = std::collections::HashSet::new();
        for (english, slovak) in sentences() {
            assert!(known.insert(english), "{english} stands twice");
            let (given, used) = (english.matches(HOLE).count(), slovak.matches(HOLE).count());
            assert!(used <= given, "{english} has {given} values, {slovak} takes {used}");
            assert!(!slovak.trim().is_empty(), "{english} has no Slovak sentence");
        }
    }
}
