//! The rules on the subtotals of the transaction statistics report: which keys each has, and that it stands once.

use billing_rules::machinery::{Element, Name, Truth, tsr};

use super::key::{Kind, Meta, Scheme, about, about_of, of_scheme};
use super::report::Report;
use super::row::Test::{Check, Keys, KeysOf, SeatIdScheme, Unique};
use super::row::{Row, row};

pub(super) const OUTGOING: Name = tsr("Outgoing");

const SENDER: Kind = about_of(Meta::Country, Scheme::SenderCountry);
const RECEIVER: Kind = about_of(Meta::Country, Scheme::ReceiverCountry);

pub(super) static PER_TRANSPORT: &[Row] = &[
    row(
        "SCH-TSR-06",
        Unique(&[about(Meta::Transport)]),
        "A transport protocol has more than one subtotal.",
        "Write one Subtotal of the type PerTP for each transport protocol.",
    ),
    row(
        "SCH-TSR-21",
        Keys(1),
        "A subtotal by transport protocol has more keys than one, or none.",
        "Write one Key.",
    ),
    row(
        "SCH-TSR-22",
        KeysOf(about(Meta::Transport), 1),
        "A subtotal by transport protocol has no key TP, or several.",
        "Write one Key with the metaSchemeID TP.",
    ),
    row(
        "SCH-TSR-23",
        KeysOf(of_scheme(Scheme::Peppol), 1),
        "A subtotal by transport protocol has no key of the scheme Peppol, or several.",
        "Set schemeID of the Key to Peppol.",
    ),
];

pub(super) static PER_PROVIDER: &[Row] = &[
    row(
        "SCH-TSR-10",
        Unique(&[about(Meta::Provider), about(Meta::DocumentType), about(Meta::Process)]),
        "A provider, document type and process have more than one subtotal.",
        "Write one Subtotal of the type PerSP-DT-PR for each of them.",
    ),
    row(
        "SCH-TSR-24",
        Keys(3),
        "A subtotal by provider, document type and process does not have three keys.",
        "Write one Key each for SP, DT and PR.",
    ),
    row(
        "SCH-TSR-25",
        KeysOf(about(Meta::Provider), 1),
        "A subtotal by provider, document type and process has no key SP, or several.",
        "Write one Key with the metaSchemeID SP.",
    ),
    row(
        "SCH-TSR-26",
        KeysOf(about(Meta::DocumentType), 1),
        "A subtotal by provider, document type and process has no key DT, or several.",
        "Write one Key with the metaSchemeID DT.",
    ),
    row(
        "SCH-TSR-27",
        KeysOf(about(Meta::Process), 1),
        "A subtotal by provider, document type and process has no key PR, or several.",
        "Write one Key with the metaSchemeID PR.",
    ),
    row(
        "SCH-TSR-28",
        SeatIdScheme(about(Meta::Provider)),
        "The provider of a subtotal has another scheme than CertSubjectCN.",
        "Set schemeID of the Key SP to CertSubjectCN.",
    ),
];

pub(super) static PER_COUNTRIES: &[Row] = &[
    row(
        "SCH-TSR-14",
        Unique(&[
            about(Meta::Provider),
            about(Meta::DocumentType),
            about(Meta::Process),
            SENDER,
            RECEIVER,
        ]),
        "A provider, document type, process and pair of countries have more than one subtotal.",
        "Write one Subtotal of the type PerSP-DT-PR-CC for each of them.",
    ),
    row(
        "SCH-TSR-29",
        Keys(5),
        "A subtotal by countries does not have five keys.",
        "Write one Key each for SP, DT and PR, and two for CC.",
    ),
    row(
        "SCH-TSR-30",
        KeysOf(about(Meta::Provider), 1),
        "A subtotal by countries has no key SP, or several.",
        "Write one Key with the metaSchemeID SP.",
    ),
    row(
        "SCH-TSR-31",
        KeysOf(about(Meta::DocumentType), 1),
        "A subtotal by countries has no key DT, or several.",
        "Write one Key with the metaSchemeID DT.",
    ),
    row(
        "SCH-TSR-32",
        KeysOf(about(Meta::Process), 1),
        "A subtotal by countries has no key PR, or several.",
        "Write one Key with the metaSchemeID PR.",
    ),
    row(
        "SCH-TSR-33",
        KeysOf(about(Meta::Country), 2),
        "A subtotal by countries does not have two keys CC.",
        "Write two Keys with the metaSchemeID CC: SenderCountry and ReceiverCountry.",
    ),
    row(
        "SCH-TSR-34",
        SeatIdScheme(about(Meta::Provider)),
        "The provider of a subtotal has another scheme than CertSubjectCN.",
        "Set schemeID of the Key SP to CertSubjectCN.",
    ),
    row(
        "SCH-TSR-35",
        KeysOf(SENDER, 1),
        "A subtotal by countries has no sender's country, or several.",
        "Write one Key with the metaSchemeID CC and the schemeID SenderCountry.",
    ),
    row(
        "SCH-TSR-36",
        KeysOf(RECEIVER, 1),
        "A subtotal by countries has no receiver's country, or several.",
        "Write one Key with the metaSchemeID CC and the schemeID ReceiverCountry.",
    ),
    row(
        "SCH-TSR-43",
        Check(nothing_went),
        "A subtotal by countries counts outgoing documents, whose receiver's country is unknown.",
        "Set Outgoing to 0.",
    ),
];

/// Whether some count of outgoing documents is zero.
fn nothing_went(report: &Report<'_, '_>, part: Element) -> Truth {
    for outgoing in report.index.children_named(part, OUTGOING) {
        if report.index.compared_with_zero(outgoing)?.is_eq() {
            return Ok(true);
        }
    }
    Ok(false)
}
