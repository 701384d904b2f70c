//! The rules on the subsets of the end-user statistics report: which keys each has, and that it stands once.

use super::key::{Kind, Meta, Scheme, about, about_of};
use super::row::Test::{Keys, KeysOf, Unique};
use super::row::{Row, row};

const OF_COUNTRY: Kind = about_of(Meta::Country, Scheme::EndUserCountry);

pub(super) static PER_PROCESS: &[Row] = &[
    row(
        "SCH-EUSR-13",
        Unique(&[about(Meta::DocumentType), about(Meta::Process)]),
        "A document type and process have more than one subset.",
        "Write one Subset of the type PerDT-PR for each of them.",
    ),
    row(
        "SCH-EUSR-09",
        Keys(2),
        "A subset by document type and process does not have two keys.",
        "Write one Key each for DT and PR.",
    ),
    row(
        "SCH-EUSR-10",
        KeysOf(about(Meta::DocumentType), 1),
        "A subset by document type and process has no key DT, or several.",
        "Write one Key with the metaSchemeID DT.",
    ),
    row(
        "SCH-EUSR-11",
        KeysOf(about(Meta::Process), 1),
        "A subset by document type and process has no key PR, or several.",
        "Write one Key with the metaSchemeID PR.",
    ),
];

pub(super) static PER_PROCESS_COUNTRY: &[Row] = &[
    row(
        "SCH-EUSR-29",
        Unique(&[about(Meta::DocumentType), about(Meta::Process), OF_COUNTRY]),
        "A document type, process and country have more than one subset.",
        "Write one Subset of the type PerDT-PR-EUC for each of them.",
    ),
    row(
        "SCH-EUSR-23",
        Keys(3),
        "A subset by document type, process and country does not have three keys.",
        "Write one Key each for DT, PR and CC.",
    ),
    row(
        "SCH-EUSR-24",
        KeysOf(about(Meta::DocumentType), 1),
        "A subset by document type, process and country has no key DT, or several.",
        "Write one Key with the metaSchemeID DT.",
    ),
    row(
        "SCH-EUSR-25",
        KeysOf(about(Meta::Process), 1),
        "A subset by document type, process and country has no key PR, or several.",
        "Write one Key with the metaSchemeID PR.",
    ),
    row(
        "SCH-EUSR-26",
        KeysOf(about(Meta::Country), 1),
        "A subset by document type, process and country has no key CC, or several.",
        "Write one Key with the metaSchemeID CC.",
    ),
    row(
        "SCH-EUSR-27",
        KeysOf(OF_COUNTRY, 1),
        "A subset by document type, process and country has no end user's country, or several.",
        "Set schemeID of the Key CC to EndUserCountry.",
    ),
];

pub(super) static PER_TYPE_COUNTRY: &[Row] = &[
    row(
        "SCH-EUSR-38",
        Unique(&[about(Meta::DocumentType), OF_COUNTRY]),
        "A document type and country have more than one subset.",
        "Write one Subset of the type PerDT-EUC for each of them.",
    ),
    row(
        "SCH-EUSR-41",
        Keys(2),
        "A subset by document type and country does not have two keys.",
        "Write one Key each for DT and CC.",
    ),
    row(
        "SCH-EUSR-42",
        KeysOf(about(Meta::DocumentType), 1),
        "A subset by document type and country has no key DT, or several.",
        "Write one Key with the metaSchemeID DT.",
    ),
    row(
        "SCH-EUSR-43",
        KeysOf(about(Meta::Country), 1),
        "A subset by document type and country has no key CC, or several.",
        "Write one Key with the metaSchemeID CC.",
    ),
    row(
        "SCH-EUSR-44",
        KeysOf(OF_COUNTRY, 1),
        "A subset by document type and country has no end user's country, or several.",
        "Set schemeID of the Key CC to EndUserCountry.",
    ),
];

pub(super) static PER_COUNTRY: &[Row] = &[
    row(
        "SCH-EUSR-40",
        Unique(&[OF_COUNTRY]),
        "A country has more than one subset.",
        "Write one Subset of the type PerEUC for each country.",
    ),
    row(
        "SCH-EUSR-45",
        Keys(1),
        "A subset by country has more keys than one, or none.",
        "Write one Key.",
    ),
    row(
        "SCH-EUSR-46",
        KeysOf(about(Meta::Country), 1),
        "A subset by country has no key CC, or several.",
        "Write one Key with the metaSchemeID CC.",
    ),
    row(
        "SCH-EUSR-47",
        KeysOf(OF_COUNTRY, 1),
        "A subset by country has no end user's country, or several.",
        "Set schemeID of the Key CC to EndUserCountry.",
    ),
];
