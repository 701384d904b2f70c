//! Germany: how documents between German parties are paid.

use crate::german::MeansRules;
use crate::rule::Rule;

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R019, &R023_1, &R023_2, &R024_1, &R024_2, &R020, &R025_1, &R025_2];

pub(super) static MEANS: MeansRules = MeansRules {
    transfer_iban: &R019,
    transfer: [&R023_1, &R023_2],
    card: [&R024_1, &R024_2],
    debit_iban: &R020,
    debit: [&R025_1, &R025_2],
};

static R019: Rule = Rule::warning(
    "DE-R-019",
    &["BT-81", "BT-84"],
    "The account of a SEPA transfer is no IBAN.",
    "Check PayeeFinancialAccount/ID.",
);
static R023_1: Rule = Rule::fatal(
    "DE-R-023-1",
    &["BG-17", "BT-81"],
    "A transfer names no account to pay to.",
    "Add PayeeFinancialAccount.",
);
static R023_2: Rule = Rule::fatal(
    "DE-R-023-2",
    &["BG-18", "BG-19", "BT-81"],
    "A transfer has a payment card or a mandate of direct debit.",
    "Leave CardAccount and PaymentMandate out, or use another payment means code.",
);
static R024_1: Rule = Rule::fatal(
    "DE-R-024-1",
    &["BG-18", "BT-81"],
    "A payment by card says nothing about the card.",
    "Add CardAccount.",
);
static R024_2: Rule = Rule::fatal(
    "DE-R-024-2",
    &["BG-17", "BG-19", "BT-81"],
    "A payment by card has an account or a mandate of direct debit.",
    "Leave PayeeFinancialAccount and PaymentMandate out, or use another payment means code.",
);
static R020: Rule = Rule::warning(
    "DE-R-020",
    &["BT-81", "BT-91"],
    "The account of a SEPA direct debit is no IBAN.",
    "Check PaymentMandate/PayerFinancialAccount/ID.",
);
static R025_1: Rule = Rule::fatal(
    "DE-R-025-1",
    &["BG-19", "BT-81"],
    "A direct debit has no mandate.",
    "Add PaymentMandate.",
);
static R025_2: Rule = Rule::fatal(
    "DE-R-025-2",
    &["BG-17", "BG-18", "BT-81"],
    "A direct debit has an account to pay to or a payment card.",
    "Leave PayeeFinancialAccount and CardAccount out, or use another payment means code.",
);
