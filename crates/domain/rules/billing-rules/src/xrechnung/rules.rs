//! Germany's rules on the invoice model (BR-DE-…, BR-TMP-…), the same over UBL and CII. Those on parties stand in
//! `rules_on_parties`.

use super::rules_on_parties::*;
use crate::german::{GermanRules, MeansRules};
use crate::rule::{Flag, Rule};

/// Germany's rules under XRechnung's ids.
pub(super) static BR_DE: GermanRules = GermanRules {
    payment: &BR_DE_1,
    buyer_reference: &BR_DE_15,
    registration: &BR_DE_16,
    type_code: &BR_DE_17,
    discount: &BR_DE_18,
    file_names: &BR_DE_22,
    correction: &BR_DE_26,
    creditor: &BR_DE_30,
    debited_account: &BR_DE_31,
    link: &BR_TMP_2,
    contact: &BR_DE_2,
    contact_parts: [&BR_DE_5, &BR_DE_6, &BR_DE_7],
    telephone: &BR_DE_27,
    mail: &BR_DE_28,
    seller_address: [&BR_DE_3, &BR_DE_4],
    buyer_address: [&BR_DE_8, &BR_DE_9],
    delivery_address: [&BR_DE_10, &BR_DE_11],
    means: &MEANS,
    rate: &BR_DE_14,
};

static MEANS: MeansRules = MeansRules {
    transfer_iban: &BR_DE_19,
    transfer: [&BR_DE_23_A, &BR_DE_23_B],
    card: [&BR_DE_24_A, &BR_DE_24_B],
    debit_iban: &BR_DE_20,
    debit: [&BR_DE_25_A, &BR_DE_25_B],
};

/// All of them, in the order of their ids.
pub(super) static RULES: [&Rule; 34] = [
    &BR_DE_1,
    &BR_DE_2,
    &BR_DE_3,
    &BR_DE_4,
    &BR_DE_5,
    &BR_DE_6,
    &BR_DE_7,
    &BR_DE_8,
    &BR_DE_9,
    &BR_DE_10,
    &BR_DE_11,
    &BR_DE_14,
    &BR_DE_15,
    &BR_DE_16,
    &BR_DE_17,
    &BR_DE_18,
    &BR_DE_19,
    &BR_DE_20,
    &BR_DE_21,
    &BR_DE_22,
    &BR_DE_23_A,
    &BR_DE_23_B,
    &BR_DE_24_A,
    &BR_DE_24_B,
    &BR_DE_25_A,
    &BR_DE_25_B,
    &BR_DE_26,
    &BR_DE_27,
    &BR_DE_28,
    &BR_DE_30,
    &BR_DE_31,
    &BR_DE_TMP_32,
    &BR_TMP_2,
    &BR_TMP_3,
];

static BR_DE_1: Rule = Rule::fatal(
    "BR-DE-1",
    &["BG-16"],
    "The invoice does not say how it is paid.",
    "Give the payment instructions (BG-16): a code, and the account, the card or the direct debit.",
);
static BR_DE_14: Rule = Rule::fatal(
    "BR-DE-14",
    &["BT-119"],
    "A VAT breakdown has no rate.",
    "Give the rate, 0 where no VAT is due.",
);
static BR_DE_15: Rule = Rule::fatal(
    "BR-DE-15",
    &["BT-10"],
    "The invoice has no buyer reference.",
    "Give the buyer reference; for public buyers it is the Leitweg-ID.",
);
static BR_DE_16: Rule = Rule::fatal(
    "BR-DE-16",
    &["BG-11", "BT-31", "BT-32"],
    "The invoice has VAT, but the seller gives neither a VAT number nor a tax number nor a tax representative.",
    "Give the seller's VAT number or tax number, or its tax representative.",
);
static BR_DE_17: Rule = Rule::warning(
    "BR-DE-17",
    &["BT-3"],
    "The document's type is not usual in Germany.",
    "Use 326, 380, 381, 384, 389, 875, 876 or 877.",
);
static BR_DE_18: Rule = Rule::fatal(
    "BR-DE-18",
    &["BT-20", "BT-115"],
    "A cash discount in the payment terms is not in the form that Germany uses.",
    "Write lines such as #SKONTO#TAGE=14#PROZENT=2.00# and end the last with a line break.",
);
static BR_DE_19: Rule = Rule::warning(
    "BR-DE-19",
    &["BT-81", "BT-84"],
    "The account of a SEPA transfer is no IBAN.",
    "Check the number of the account that is paid to.",
);
static BR_DE_20: Rule = Rule::warning(
    "BR-DE-20",
    &["BT-81", "BT-91"],
    "The account of a SEPA direct debit is no IBAN.",
    "Check the number of the account that is debited.",
);
pub(super) static BR_DE_21: Rule = Rule::warning(
    "BR-DE-21",
    &["BT-24"],
    "The specification identifier is none of XRechnung 3.0.",
    "Set it to urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0.",
);
static BR_DE_22: Rule = Rule::fatal(
    "BR-DE-22",
    &["BG-24", "BT-125"],
    "Two attachments have the same file name.",
    "Give every attachment a file name of its own.",
);
static BR_DE_23_A: Rule = Rule::fatal(
    "BR-DE-23-a",
    &["BG-17", "BT-81"],
    "A transfer names no account to pay to.",
    "Give the account (BG-17).",
);
static BR_DE_23_B: Rule = Rule::fatal(
    "BR-DE-23-b",
    &["BG-18", "BG-19", "BT-81"],
    "A transfer has a payment card or a direct debit.",
    "Leave card and direct debit out, or use another payment means code.",
);
static BR_DE_24_A: Rule = Rule::fatal(
    "BR-DE-24-a",
    &["BG-18", "BT-81"],
    "A payment by card says nothing about the card.",
    "Give the card (BG-18).",
);
static BR_DE_24_B: Rule = Rule::fatal(
    "BR-DE-24-b",
    &["BG-17", "BG-19", "BT-81"],
    "A payment by card has an account to pay to or a direct debit.",
    "Leave account and direct debit out, or use another payment means code.",
);
static BR_DE_25_A: Rule = Rule::fatal(
    "BR-DE-25-a",
    &["BG-19", "BT-81"],
    "A direct debit says nothing about the mandate.",
    "Give mandate, creditor and debited account (BG-19).",
);
static BR_DE_25_B: Rule = Rule::fatal(
    "BR-DE-25-b",
    &["BG-17", "BG-18", "BT-81"],
    "A direct debit has an account to pay to or a payment card.",
    "Leave account and card out, or use another payment means code.",
);
static BR_DE_26: Rule = Rule::warning(
    "BR-DE-26",
    &["BG-3", "BT-3"],
    "A corrected invoice (384) should refer to the invoice that it corrects.",
    "Give the number of the corrected invoice (BT-25).",
);
static BR_DE_30: Rule = Rule::fatal(
    "BR-DE-30",
    &["BG-19", "BT-90"],
    "A direct debit has no creditor identifier.",
    "Give the bank assigned creditor identifier (BT-90), in UBL with schemeID SEPA.",
);
static BR_DE_31: Rule = Rule::fatal(
    "BR-DE-31",
    &["BG-19", "BT-91"],
    "A direct debit does not name the account that is debited.",
    "Give the debited account (BT-91).",
);
pub(super) static BR_DE_TMP_32: Rule = Rule {
    flag: Flag::Information,
    ..Rule::warning(
        "BR-DE-TMP-32",
        &["BG-14", "BG-26", "BT-72"],
        "The invoice does not say when it was delivered.",
        "Give the day of delivery, or the period of the invoice or of each line.",
    )
};
static BR_TMP_2: Rule = Rule::warning(
    "BR-TMP-2",
    &["BT-124"],
    "The address of an external document is not absolute.",
    "Begin it with a scheme such as https:.",
);
/// Over CII alone.
pub(super) static BR_TMP_3: Rule = Rule::fatal(
    "BR-TMP-3",
    &["BT-149", "BT-150"],
    "The base quantities of the line's net price and gross price differ in text or unit.",
    "Write the same BasisQuantity in both, or leave one out.",
);
