//! Payment (BG-16 to BG-19, BT-9, BT-20).

use crate::conversion::{Conversion, LONGEST_REPEATED};
use crate::document_kind::DocumentKind;
use crate::loss::{LossKind, REPEATED, Reason};
use crate::notes::non_empty;
use crate::parts::Parts;
use crate::tree::{Element, children, is_hollow, own_text};
use xml::white_space::trimmed;

const OTHER_DAY: Reason =
    Reason::new(LossKind::Contradicts, "UBL has one due date; another one is carried");

const NO_MEANS: Reason = Reason::new(
    LossKind::Homeless,
    "UBL says this in the payment means, of which the document has none",
);

const OTHER_CODE: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL takes payment means of one type code (UBL-SR-47); these have another than the first",
);

const OTHER_TEXT: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL takes one text of the payment means (UBL-SR-46); another one is carried",
);

const ONE_ACCOUNT: Reason =
    Reason::new(LossKind::Contradicts, "UBL takes one number of an account; the IBAN is carried");

/// What UBL wants where only a due date or a reference of the payment is said (UNCL4461): the instrument is not defined.
const NOT_DEFINED: &str = "1";

/// What UBL does not know of cards, but wants (`cbc:NetworkID`): not available.
const NO_NETWORK: &str = "NA";

/// PaymentMeans and PaymentTerms.
pub(crate) fn write(c: &mut Conversion, parts: &Parts<'_>) {
    let all = Payment::of(c, parts.settlement);
    let means = of_one_code(c, parts.settlement);
    if means.is_empty() {
        all.write_without_means(c);
    }
    let debited = means.iter().position(|means| debited_account(c, Some(*means)).is_some());
    let mut once = Once { mandate: debited.unwrap_or(0), ..Once::default() };
    for (number, means) in means.into_iter().enumerate() {
        c.group("PaymentMeans", |c| all.write(c, means, number, &mut once));
    }
    terms(c, parts.settlement);
}

/// BT-9. CII says it in each of the payment terms.
pub(crate) fn due_date(c: &mut Conversion, settlement: Option<Element<'_>>, name: &str) {
    let days = due_days(c, settlement);
    let Some((first, others)) = days.split_first() else { return };
    c.day_string(name, Some(*first));
    for other in others {
        c.echo(*first, *other, OTHER_DAY);
    }
}

fn due_days<'a>(c: &mut Conversion, settlement: Option<Element<'a>>) -> Vec<Element<'a>> {
    from_terms(c, settlement, &["DueDateDateTime", "DateTimeString"])
}

/// BT-20: one text, a line for each.
fn terms(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let terms = children(settlement, "SpecifiedTradePaymentTerms");
    let texts = terms.flat_map(|terms| children(Some(terms), "Description"));
    let parts: Vec<_> = texts.map(|text| (text, own_text(text))).collect();
    c.group("PaymentTerms", |c| c.joined("Note", &non_empty(parts)));
}

fn from_terms<'a>(
    c: &mut Conversion,
    settlement: Option<Element<'a>>,
    path: &[&'static str],
) -> Vec<Element<'a>> {
    let terms = children(settlement, "SpecifiedTradePaymentTerms");
    terms.filter_map(|terms| c.at(Some(terms), path)).collect()
}

/// The payment means that share the first one's type code.
fn of_one_code<'a>(c: &mut Conversion, settlement: Option<Element<'a>>) -> Vec<Element<'a>> {
    let mut first: Option<String> = None;
    let mut kept = Vec::new();
    let all = children(settlement, "SpecifiedTradeSettlementPaymentMeans");
    for means in all.filter(|means| !is_hollow(*means)) {
        let code = c.first(Some(means), "TypeCode").map(own_text).unwrap_or_default();
        let code = trimmed(&code).to_owned();
        if *first.get_or_insert_with(|| code.clone()) == code {
            kept.push(means);
        } else {
            c.note(Some(means), OTHER_CODE);
        }
    }
    kept
}

/// What stands beside the payment means in CII, and within them in UBL.
struct Payment<'a> {
    settlement: Option<Element<'a>>,
    remittance: Option<Element<'a>>,
    /// Whether the remittance text may stand in each of the payment means.
    is_short: bool,
    mandate: Option<Element<'a>>,
}

/// What UBL says once over all payment means.
#[derive(Default)]
struct Once<'a> {
    text: Option<Element<'a>>,
    card: bool,
    /// The number of the payment means that have it.
    mandate: usize,
}

impl<'a> Payment<'a> {
    fn of(c: &mut Conversion, settlement: Option<Element<'a>>) -> Self {
        let mandates = from_terms(c, settlement, &["DirectDebitMandateID"]);
        for (number, mandate) in mandates.iter().enumerate() {
            c.note(Some(*mandate), if number == 0 { NO_MEANS } else { REPEATED });
        }
        let remittance = c.first(settlement, "PaymentReference");
        let is_short = remittance.is_some_and(|text| own_text(text).len() <= LONGEST_REPEATED);
        Self { settlement, remittance, is_short, mandate: mandates.first().copied() }
    }

    /// What is said of a payment whose means are not: of an invoice its reference, of a credit note the due date too, which
    /// UBL says nowhere else.
    fn write_without_means(&self, c: &mut Conversion) {
        let is_note = c.kind == DocumentKind::CreditNote;
        let days = if is_note { due_days(c, self.settlement) } else { Vec::new() };
        let has_day = days.first().is_some_and(|day| Conversion::day_of(*day).is_some());
        let says = |text: Element<'_>| !trimmed(&own_text(text)).is_empty();
        if !has_day && !self.remittance.is_some_and(says) {
            return;
        }
        c.group("PaymentMeans", |c| {
            c.fixed("PaymentMeansCode", NOT_DEFINED);
            if is_note {
                due_date(c, self.settlement, "PaymentDueDate");
            }
            c.text("PaymentID", self.remittance);
        });
    }

    fn write(&self, c: &mut Conversion, means: Element<'a>, number: usize, once: &mut Once<'a>) {
        let (means, is_first) = (Some(means), number == 0);
        self.code(c, means, once);
        if is_first && c.kind == DocumentKind::CreditNote {
            due_date(c, self.settlement, "PaymentDueDate");
        }
        c.text("PaymentID", self.remittance.filter(|_| is_first || self.is_short));
        card(c, means, once);
        account(c, means);
        self.mandate(c, means, number == once.mandate);
    }

    fn code(&self, c: &mut Conversion, means: Option<Element<'a>>, once: &mut Once<'a>) {
        let code = c.first(means, "TypeCode");
        let text = c.first(means, "Information");
        match (once.text, text) {
            (Some(first), Some(text)) => {
                c.code("PaymentMeansCode", code);
                c.echo(first, text, OTHER_TEXT);
            }
            _ => {
                c.code_and("PaymentMeansCode", code, "name", text);
                once.text = once.text.or(text);
            }
        }
    }

    /// BG-19: the mandate's reference and the debited account, in one of the payment means.
    fn mandate(&self, c: &mut Conversion, means: Option<Element<'a>>, is_here: bool) {
        let account = debited_account(c, means);
        if !is_here {
            c.note(account, REPEATED);
            return;
        }
        c.group("PaymentMandate", |c| {
            c.code("ID", self.mandate);
            c.group("PayerFinancialAccount", |c| c.code("ID", account));
        });
    }
}

fn debited_account<'a>(c: &mut Conversion, means: Option<Element<'a>>) -> Option<Element<'a>> {
    c.at(means, &["PayerPartyDebtorFinancialAccount", "IBANID"])
}

/// BG-18.
fn card(c: &mut Conversion, means: Option<Element<'_>>, once: &mut Once<'_>) {
    let card = c.first(means, "ApplicableTradeSettlementFinancialCard");
    if once.card {
        c.note(card, REPEATED);
        return;
    }
    let number = c.first(card, "ID");
    let holder = c.first(card, "CardholderName");
    if number.is_none() && holder.is_none() {
        return;
    }
    once.card = true;
    c.group("CardAccount", |c| {
        c.code("PrimaryAccountNumberID", number);
        c.fixed("NetworkID", NO_NETWORK);
        c.text("HolderName", holder);
    });
}

/// BG-17.
fn account(c: &mut Conversion, means: Option<Element<'_>>) {
    let account = c.first(means, "PayeePartyCreditorFinancialAccount");
    let iban = c.first(account, "IBANID");
    let other = c.first(account, "ProprietaryID");
    let name = c.first(account, "AccountName");
    let bank = c.at(means, &["PayeeSpecifiedCreditorFinancialInstitution", "BICID"]);
    c.group("PayeeFinancialAccount", |c| {
        c.code("ID", iban.or(other));
        c.text("Name", name);
        c.group("FinancialInstitutionBranch", |c| c.code("ID", bank));
    });
    if let (Some(iban), Some(other)) = (iban, other) {
        c.echo(iban, other, ONE_ACCOUNT);
    }
}
