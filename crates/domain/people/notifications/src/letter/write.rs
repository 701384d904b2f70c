//! The parts of a letter, and its plain text.

use super::{InvoiceLetter, PAYMENT_QR, Purpose, texts, texts::Texts};
use crate::sanitize;
use languages::{date, iban, money};
use rust_decimal::Decimal;

/// A letter in its parts: one source of its text and its HTML.
pub(super) struct Parts {
    pub(super) language: &'static str,
    pub(super) title: String,
    /// The notice in a letter of the test environment.
    pub(super) notice: Option<&'static str>,
    pub(super) greeting: &'static str,
    pub(super) introduction: &'static str,
    /// Names with what they are.
    pub(super) facts: Vec<(&'static str, String)>,
    /// The request to the reader, in paragraphs.
    pub(super) paragraphs: Vec<&'static str>,
    pub(super) qr: Option<&'static str>,
    pub(super) link: Option<Onward>,
    /// The closing words, the sender, and how it is reached.
    pub(super) closing: Vec<String>,
    pub(super) footer: &'static str,
}

/// Where the document is seen.
pub(super) struct Onward {
    /// The text before the link.
    pub(super) about: &'static str,
    /// The label of the button.
    pub(super) label: &'static str,
    pub(super) address: String,
}

impl InvoiceLetter<'_> {
    pub(super) fn parts(&self) -> Parts {
        let texts = texts::of(self.language);
        Parts {
            language: self.language.code(),
            title: format!("{} {}", texts.kind(self.kind), sanitize::name(self.number)),
            notice: self.is_test.then_some(texts.test),
            greeting: texts.greeting,
            introduction: self.introduction(texts),
            facts: self.facts(texts),
            paragraphs: self.paragraphs(texts),
            qr: self.shows_qr().then_some(PAYMENT_QR),
            link: self.link.map(|link| Onward {
                about: texts.online,
                label: texts.view,
                address: link.to_string(),
            }),
            closing: self.closing(texts),
            footer: texts.footer,
        }
    }

    /// Whether the reader owes something.
    fn is_owed(&self) -> bool {
        self.to_pay > Decimal::ZERO && self.kind != super::DocumentKind::CreditNote
    }

    /// A code to pay by, where something is to be paid.
    fn shows_qr(&self) -> bool {
        self.has_qr && self.is_owed()
    }

    fn introduction(&self, texts: &Texts) -> &'static str {
        match self.purpose {
            Purpose::Invoice => texts.invoice,
            Purpose::Reminder if self.days_overdue().is_some_and(|days| days > 0) => texts.overdue,
            Purpose::Reminder => texts.due_soon,
        }
    }

    fn facts(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        let in_currency = |amount| money(amount, self.currency, self.language);
        let number = format!("{} {}", texts.kind(self.kind), sanitize::name(self.number));
        let mut facts = vec![(texts.document, number), (texts.total, in_currency(self.total))];
        if !self.is_owed() {
            return facts;
        }
        facts.push((texts.to_pay, in_currency(self.to_pay)));
        facts.extend(self.due_date.map(|due| (texts.due_date, date(due, self.language))));
        let late = self.days_overdue().filter(|days| *days > 0);
        facts.extend(late.map(|days| (texts.days_overdue, days.to_string())));
        let Some(payee) = &self.payee else { return facts };
        facts.push(("IBAN", iban(&sanitize::name(payee.iban))));
        facts.extend(payee.bic.map(|bic| ("BIC", sanitize::name(bic))));
        let symbol = payee.variable_symbol.map(sanitize::name);
        facts.extend(symbol.map(|symbol| (texts.variable_symbol, symbol)));
        facts
    }

    fn paragraphs(&self, texts: &Texts) -> Vec<&'static str> {
        let mut paragraphs = Vec::new();
        if self.is_owed() {
            let to_account = self.payee.is_some();
            paragraphs.push(if to_account { texts.pay_to_account } else { texts.pay });
        } else if self.kind != super::DocumentKind::CreditNote {
            paragraphs.push(texts.paid);
        }
        if self.has_pdf {
            paragraphs.push(texts.attached);
        }
        if self.shows_qr() {
            paragraphs.push(texts.qr);
        }
        if self.purpose == Purpose::Reminder {
            paragraphs.push(texts.crossed);
        }
        paragraphs
    }

    fn closing(&self, texts: &Texts) -> Vec<String> {
        let own = [self.email, self.phone].into_iter().flatten().map(sanitize::name);
        [texts.closing.to_owned(), sanitize::name(self.sender)].into_iter().chain(own).collect()
    }
}

impl Parts {
    /// Plain text, paragraphs with an empty line between.
    pub(super) fn text(&self) -> String {
        let facts: Vec<_> =
            self.facts.iter().map(|(name, what)| format!("{name}: {what}")).collect();
        let link = self.link.as_ref().map(|link| format!("{}\n{}", link.about, link.address));
        let paragraphs = self.paragraphs.iter().map(|text| (*text).to_owned());
        let mut all: Vec<String> = self.notice.map(str::to_owned).into_iter().collect();
        all.extend([self.greeting.to_owned(), self.introduction.to_owned(), facts.join("\n")]);
        all.extend(paragraphs.chain(link));
        all.push(self.closing.join("\n"));
        // by this mark programs tell what is no part of the letter (RFC 3676, 4.3)
        format!("{}\n\n-- \n{}\n", all.join("\n\n"), self.footer)
    }
}
