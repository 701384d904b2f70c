//! What Germany asks of an invoice. XRechnung asks it of every document, as BR-DE-…; Peppol has taken these rules
//! over for documents between German parties, as DE-R-…: the tests are the same, so they stand here once, and who
//! asks brings the rules to push.

pub(crate) mod discount;
pub(crate) mod file_names;
pub(crate) mod texts;
mod ubl;
mod ubl_parties;
mod ubl_payment;

use crate::rule::Rule;

pub(crate) use ubl::check as check_ubl;

/// The rules of Germany, under the ids of who asks.
pub(crate) struct GermanRules {
    /// BG-16: payment instructions are given.
    pub(crate) payment: &'static Rule,
    /// BT-10: a buyer reference is given.
    pub(crate) buyer_reference: &'static Rule,
    /// BT-31, BT-32 or BG-11 of a seller whose invoice has VAT.
    pub(crate) registration: &'static Rule,
    /// BT-3: a usual type.
    pub(crate) type_code: &'static Rule,
    /// BT-20: cash discounts are well-formed.
    pub(crate) discount: &'static Rule,
    /// BT-125: attachments have different file names.
    pub(crate) file_names: &'static Rule,
    /// BG-3: a corrected invoice refers to another.
    pub(crate) correction: &'static Rule,
    /// BT-90: a direct debit has a creditor identifier.
    pub(crate) creditor: &'static Rule,
    /// BT-91: a direct debit names the debited account.
    pub(crate) debited_account: &'static Rule,
    /// BT-124: the address of an external document is absolute.
    pub(crate) link: &'static Rule,
    /// BG-6: the seller's contact.
    pub(crate) contact: &'static Rule,
    /// BT-41, BT-42, BT-43: its name, telephone number and mail address.
    pub(crate) contact_parts: [&'static Rule; 3],
    /// BT-42: the telephone number has three digits.
    pub(crate) telephone: &'static Rule,
    /// BT-43: the mail address is one.
    pub(crate) mail: &'static Rule,
    /// BT-37 and BT-38: city and post code of the seller.
    pub(crate) seller_address: [&'static Rule; 2],
    /// BT-52 and BT-53: of the buyer.
    pub(crate) buyer_address: [&'static Rule; 2],
    /// BT-77 and BT-78: of the delivery.
    pub(crate) delivery_address: [&'static Rule; 2],
    /// How it is paid.
    pub(crate) means: &'static MeansRules,
    /// BT-119: a rate in each VAT breakdown.
    pub(crate) rate: &'static Rule,
}

/// Of each kind of payment: that its group is there, that no other is.
pub(crate) struct MeansRules {
    /// BT-84 of a SEPA transfer is an IBAN.
    pub(crate) transfer_iban: &'static Rule,
    /// BG-17.
    pub(crate) transfer: [&'static Rule; 2],
    /// BG-18.
    pub(crate) card: [&'static Rule; 2],
    /// BT-91 of a SEPA direct debit is an IBAN.
    pub(crate) debit_iban: &'static Rule,
    /// BG-19.
    pub(crate) debit: [&'static Rule; 2],
}

/// The usual types of documents (BT-3).
pub(crate) const USUAL_TYPES: [&str; 8] = ["326", "380", "384", "389", "381", "875", "876", "877"];

/// The VAT categories for which the seller has to be registered.
pub(crate) const REGISTERED_CATEGORIES: [&str; 8] = ["S", "Z", "E", "AE", "K", "G", "L", "M"];
