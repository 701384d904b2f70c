//! The scenarios of KoSIT's validator (configuration of 2026-04-02): the specification identifier picks one, and it says
//! which rules of CEN's weigh more or less.

use super::identifiers::{CIUS, CVD, EXTENSION, Identifiers};
use crate::assessment::{Asked, Scenario};
use crate::cii::name;
use crate::index::{Element, Index};
use crate::names::ubl::cbc;
use crate::names::{CREDIT_NOTE, INVOICE};
use crate::rule::Flag::{self, Fatal, Information, Warning};

/// EN 16931 itself.
const CORE: &str = "urn:cen.eu:en16931:2017";

/// The scenario of a UBL document. KoSIT matches invoices of XRechnung on the whole text of the identifier, all others
/// on a text node.
pub(crate) fn scenario_of_ubl(index: &Index<'_>) -> &'static Scenario {
    let identifiers = Identifiers::of(index.children_named(Element::ROOT, cbc::CUSTOMIZATION_ID));
    match index.name(Element::ROOT) {
        INVOICE => only(INVOICES.iter(), |identifier| match identifier {
            CORE => identifiers.hold(index, identifier),
            _ => identifiers.say(index, identifier),
        }),
        CREDIT_NOTE => only(CREDIT_NOTES.iter(), |identifier| identifiers.hold(index, identifier)),
        _ => &NONE,
    }
}

/// The scenario of a Cross Industry Invoice.
pub(crate) fn scenario_of_cii(index: &Index<'_>) -> &'static Scenario {
    if index.name(Element::ROOT) != name::ROOT {
        return &NONE;
    }
    let path = [name::CONTEXT, name::GUIDELINE, name::ID];
    let identifiers = Identifiers::of(index.path(Element::ROOT, &path));
    only(CIIS.iter(), |identifier| identifiers.hold(index, identifier))
}

/// The only scenario whose identifier matches.
fn only(
    scenarios: impl Iterator<Item = &'static (&'static str, Scenario)>,
    matches: impl Fn(&str) -> bool,
) -> &'static Scenario {
    let mut found = scenarios.filter(|(identifier, _)| matches(identifier));
    match (found.next(), found.next()) {
        (None, _) => &NONE,
        (Some((_, scenario)), None) => scenario,
        (Some(_), Some(_)) => &AMBIGUOUS,
    }
}

type Levels = &'static [(&'static str, Flag)];

const fn scenario(name: &'static str, levels: Levels) -> Scenario {
    Scenario { name, levels, asked: Asked::All }
}

const fn core(name: &'static str) -> Scenario {
    Scenario { name, levels: &[], asked: Asked::Cen }
}

static NONE: Scenario = Scenario { name: "none", levels: &[], asked: Asked::None };
static AMBIGUOUS: Scenario = Scenario { name: "ambiguous", levels: &[], asked: Asked::None };

static INVOICES: [(&str, Scenario); 4] = [
    (
        CIUS,
        scenario(
            "ubl-invoice:cius",
            &[("BR-CL-21", Warning), ("BR-CL-23", Warning), ("UBL-CR-646", Fatal)],
        ),
    ),
    (EXTENSION, scenario("ubl-invoice:extension", UBL_EXTENSION)),
    (CVD, scenario("ubl-invoice:cvd", UBL_CVD)),
    (CORE, core("ubl-invoice:en16931")),
];

/// There is none of the extension.
static CREDIT_NOTES: [(&str, Scenario); 3] = [
    (CIUS, scenario("ubl-creditnote:cius", &[("BR-CL-21", Warning), ("BR-CL-23", Warning)])),
    (CVD, scenario("ubl-creditnote:cvd", UBL_CVD)),
    (CORE, core("ubl-creditnote:en16931")),
];

static CIIS: [(&str, Scenario); 4] = [
    (
        CIUS,
        scenario(
            "cii:cius",
            &[
                ("BR-CL-21", Warning),
                ("BR-CL-23", Warning),
                ("CII-SR-452", Fatal),
                ("CII-SR-453", Fatal),
                ("CII-SR-454", Fatal),
            ],
        ),
    ),
    (EXTENSION, scenario("cii:extension", CII_EXTENSION)),
    (
        CVD,
        scenario(
            "cii:cvd",
            &[
                ("BR-CL-13", Information),
                ("BR-CL-21", Warning),
                ("BR-CL-23", Warning),
                ("CII-SR-452", Fatal),
                ("CII-SR-453", Fatal),
                ("CII-SR-454", Fatal),
            ],
        ),
    ),
    (CORE, core("cii:en16931")),
];

const UBL_CVD: Levels = &[
    ("BR-CL-13", Information),
    ("BR-CL-21", Warning),
    ("BR-CL-23", Warning),
    ("UBL-CR-646", Fatal),
];

const UBL_EXTENSION: Levels = &[
    ("BR-CL-10", Information),
    ("BR-CL-11", Information),
    ("BR-CL-21", Information),
    ("BR-CL-23", Warning),
    ("BR-CL-24", Information),
    ("BR-CL-25", Information),
    ("BR-CL-26", Information),
    ("BR-CO-16", Information),
    ("UBL-CR-470", Information),
    ("UBL-CR-646", Information),
];

const CII_EXTENSION: Levels = &[
    ("BR-CL-10", Information),
    ("BR-CL-11", Information),
    ("BR-CL-21", Information),
    ("BR-CL-23", Warning),
    ("BR-CL-24", Information),
    ("BR-CL-25", Information),
    ("BR-CL-26", Information),
    ("CII-SR-452", Fatal),
    ("CII-SR-453", Fatal),
    ("CII-SR-454", Fatal),
];
