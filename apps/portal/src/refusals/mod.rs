//! Refusals in the reader's language, by the tables of `page-texts`. A test compares them with all kinds of all crates.

mod kinds;
#[cfg(test)]
mod tests;

use crate::words::Words;
use accounting_export::ExportState;
use expenses::{ExpenseStatus, ExpenseType, PaymentStatus};
use invoice_responses::InvoiceStatus as Response;
use invoicing::{InvoiceStatus, InvoiceType, Violation, Violations, terms::Term};
use languages::Language;
use page_texts::refusals::{ENGLISH, SLOVAK};
use peppol_connector::submissions::State;
use refusals::{Argument, Reason};
use std::{collections::HashMap, sync::LazyLock};
use vat_categories::TaxTreatment;

/// The Slovak texts by kind.
static IN_SLOVAK: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| SLOVAK.into_iter().flatten().copied().collect());

/// The English texts for people who see a form, by kind.
static IN_ENGLISH: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| ENGLISH.iter().copied().collect());

impl Words {
    /// The text of a refusal in the reader's language; the English text of the domain where the tables have none.
    pub(crate) fn refusal(&self, reason: &Reason) -> String {
        let texts = match self.language {
            Language::Sk => &IN_SLOVAK,
            _ => &IN_ENGLISH,
        };
        match texts.get(reason.kind()) {
            Some(text) => self.fill(text, reason),
            None => reason.to_string(),
        }
    }

    /// The text of a refusal of which only the English text is stored: with a send, an export, a finding. Of a text with a colon
    /// the parts before and after it are translated each by itself, as far as their kinds are known.
    pub(crate) fn stored_refusal(&self, text: &str) -> String {
        if let Some(reason) = refusals::read(text, kinds::all()) {
            return self.refusal(&reason);
        }
        match text.split_once(": ") {
            Some((first, cause)) => {
                format!("{}: {}", self.stored_refusal(first), self.stored_refusal(cause))
            }
            None => text.to_owned(),
        }
    }

    /// The same violations with texts in the reader's language.
    pub(crate) fn violations(&self, found: &Violations) -> Violations {
        let mut translated = Violations::new();
        for Violation { field, message, .. } in found.as_slice() {
            translated.add(field.clone(), Reason::plain(self.refusal(message)));
        }
        translated
    }

    /// A text of the tables with the arguments of a refusal in the place of their names.
    fn fill(&self, text: &str, reason: &Reason) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once('{') {
            let (name, after) = from.split_once('}').unwrap_or((from, ""));
            let argument = reason.arguments().iter().find(|(known, _)| *known == name);
            filled.push_str(before);
            filled.push_str(&argument.map(|(_, it)| self.argument(it)).unwrap_or_default());
            rest = after;
        }
        filled + rest
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Reason(reason) => self.refusal(reason),
            Argument::Text(text) => text.clone(),
            Argument::Name(name) => self.name_of_api(name),
        }
    }

    /// The word that pages use for a name of the API. Numbers and dates stay as they are.
    fn name_of_api(&self, name: &str) -> String {
        match self.language {
            Language::Sk => self.word(name).map_or_else(|| name.to_owned(), str::to_owned),
            _ => name.to_owned(),
        }
    }

    /// The word for a state or a type of document, by its name in the API.
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

    /// A fault with the name of its field before it. A fault of the whole form has none.
    pub(crate) fn at(&self, path: &str, fault: &str) -> String {
        match path {
            "" | "body" => fault.to_owned(),
            // a place in a file: in words, or the path of an element
            path if path.contains([' ', '/']) => format!("{}: {fault}", self.stored_refusal(path)),
            path => format!("{}: {fault}", self.field(path)),
        }
    }

    /// The labels of a path of the API: `items[1].unit_price` is the price of the second line.
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
            "profile" => t.mail_profile,
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
