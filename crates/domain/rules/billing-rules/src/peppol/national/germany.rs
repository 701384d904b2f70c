//! Germany: documents between parties with addresses in DE. What is asked stands in [`crate::german`].

use super::{germany_parties, germany_payment};
use crate::german::GermanRules;
use crate::rule::Rule;

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R001, &R015, &R016, &R017, &R018, &R022, &R026, &R030, &R031, &T02, &R014];

/// All of Germany's, by what they ask for.
pub(super) static DE_R: GermanRules = GermanRules {
    payment: &R001,
    buyer_reference: &R015,
    registration: &R016,
    type_code: &R017,
    discount: &R018,
    file_names: &R022,
    correction: &R026,
    creditor: &R030,
    debited_account: &R031,
    link: &T02,
    contact: &germany_parties::R002,
    contact_parts: [&germany_parties::R005, &germany_parties::R006, &germany_parties::R007],
    telephone: &germany_parties::R027,
    mail: &germany_parties::R028,
    seller_address: [&germany_parties::R003, &germany_parties::R004],
    buyer_address: [&germany_parties::R008, &germany_parties::R009],
    delivery_address: [&germany_parties::R010, &germany_parties::R011],
    means: &germany_payment::MEANS,
    rate: &R014,
};

static R001: Rule = Rule::fatal(
    "DE-R-001",
    &["BG-16"],
    "A document between German parties does not say how it is paid.",
    "Add PaymentMeans.",
);
static R015: Rule = Rule::fatal(
    "DE-R-015",
    &["BT-10"],
    "A document between German parties has no buyer reference.",
    "Add BuyerReference; for public buyers it is the Leitweg-ID.",
);
static R016: Rule = Rule::fatal(
    "DE-R-016",
    &["BG-11", "BT-31", "BT-32"],
    "The document has VAT, but the German seller gives neither a VAT number nor a tax number nor a tax representative.",
    "Add PartyTaxScheme/CompanyID of the seller.",
);
static R017: Rule = Rule::warning(
    "DE-R-017",
    &["BT-3"],
    "The document's type is not usual between German parties.",
    "Use 326, 380, 381, 384, 389, 875, 876 or 877.",
);
static R018: Rule = Rule::fatal(
    "DE-R-018",
    &["BT-20", "BT-115"],
    "A cash discount in the payment terms is not in the form that Germany uses.",
    "Write lines such as #SKONTO#TAGE=14#PROZENT=2.00# and end the last with a line break.",
);
static R022: Rule = Rule::fatal(
    "DE-R-022",
    &["BG-24", "BT-125"],
    "Two attachments have the same file name.",
    "Give every attachment a file name of its own.",
);
static R026: Rule = Rule::warning(
    "DE-R-026",
    &["BG-3", "BT-3"],
    "A corrected invoice (384) should refer to the invoice that it corrects.",
    "Add BillingReference/InvoiceDocumentReference.",
);
static R030: Rule = Rule::fatal(
    "DE-R-030",
    &["BG-19", "BT-90"],
    "A direct debit has no creditor identifier.",
    "Add PartyIdentification/ID with schemeID SEPA to the seller or the payee.",
);
static R031: Rule = Rule::fatal(
    "DE-R-031",
    &["BG-19", "BT-91"],
    "A direct debit does not name the account that is debited.",
    "Add PaymentMandate/PayerFinancialAccount/ID.",
);
static T02: Rule = Rule::warning(
    "DE-R-T02",
    &["BT-124"],
    "The address of an external document is not absolute.",
    "Begin it with a scheme such as https:.",
);
static R014: Rule = Rule::fatal(
    "DE-R-014",
    &["BT-119"],
    "A VAT breakdown between German parties has no rate.",
    "Add TaxCategory/Percent, 0 where no VAT is due.",
);
