//! Repairs CustomizationID and ProfileID: BIS 3.0 replaces related specifications.

use super::change::{Change, Severity, Target};
use super::{SpecificationFound, Suggestion};
use crate::{documents::DocumentFacts, identifiers::Profile};

const EN16931: &str = "urn:cen.eu:en16931:2017";
const COMPLIANT: &str = "urn:cen.eu:en16931:2017#compliant#";

/// The two identifiers of XRechnung.
const XRECHNUNG: [&str; 2] =
    ["urn:xeinkauf.de:kosit:xrechnung_", "urn:xoev-de:kosit:standard:xrechnung_"];

/// Invoice and credit note transactions of BIS 1 and 2.
const BIS_2: [&str; 2] =
    ["urn:www.cenbii.eu:transaction:biitrns010:", "urn:www.cenbii.eu:transaction:biitrns014:"];

const BIS_2_PEPPOL: &str = "urn:www.peppol.eu:bis:peppol";

/// The specification of a document that BIS 3.0 can replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The identifier is missing.
    Nothing,
    /// EN 16931 without a specification on top.
    En16931,
    /// XRechnung without its extension.
    XRechnung,
    /// BIS 1 or 2, without a national extension.
    OlderBis,
    /// BIS 3.0 in another case or with a patch version.
    Misspelt(&'static Profile),
}

impl Origin {
    /// Recognizes a CustomizationID. `None`: a specification that BIS 3.0 cannot replace (PINT, national and sector
    /// specifications, extensions).
    ///
    /// A document without a CustomizationID may still name a foreign process, as ZATCA does: then it is foreign.
    fn of(customization: Option<&str>, process: Option<&str>) -> Option<Self> {
        let known = [&Profile::BILLING, &Profile::SELF_BILLING];
        let Some(id) = customization else {
            let ours = process.is_none_or(|id| known.iter().any(|profile| profile.has_process(id)));
            return ours.then_some(Origin::Nothing);
        };
        if id == EN16931 {
            return Some(Origin::En16931);
        }
        if is_xrechnung(id) {
            return Some(Origin::XRechnung);
        }
        if is_older_bis(id) {
            return Some(Origin::OlderBis);
        }
        known
            .into_iter()
            .find(|profile| is_misspelt(id, profile.customization_id))
            .map(Origin::Misspelt)
    }

    const fn found(self) -> SpecificationFound {
        match self {
            Origin::Nothing => SpecificationFound::Nothing,
            Origin::En16931 => SpecificationFound::En16931,
            Origin::XRechnung => SpecificationFound::XRechnung,
            Origin::OlderBis => SpecificationFound::OlderBis,
            Origin::Misspelt(_) => SpecificationFound::Misspelt,
        }
    }
}

fn is_version(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

fn is_xrechnung(id: &str) -> bool {
    let rest = id.strip_prefix(COMPLIANT).unwrap_or_default();
    XRECHNUNG.iter().filter_map(|name| rest.strip_prefix(name)).any(is_version)
}

/// Matches `…:extended:urn:www.peppol.eu:bis:peppol4a:ver2.0` or `…#urn:www.peppol.eu:bis:peppol5a:ver1.0` without a
/// suffix.
fn is_older_bis(id: &str) -> bool {
    if !BIS_2.iter().any(|prefix| id.starts_with(prefix)) {
        return false;
    }
    let Some((_, bis)) = id.split_once(BIS_2_PEPPOL) else {
        return false;
    };
    bis.split_once(":ver").is_some_and(|(kind, version)| {
        is_version(version)
            && (2..=3).contains(&kind.len())
            && kind.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

fn is_misspelt(id: &str, exact: &str) -> bool {
    let head = id.get(..exact.len());
    let rest = id.get(exact.len()..).unwrap_or_default();
    let patch = rest.strip_prefix('.').is_some_and(is_version);
    head.is_some_and(|head| head.eq_ignore_ascii_case(exact)) && (rest.is_empty() || patch)
}

/// The changes that set both identifiers to BIS 3.0. The type code selects self-billing when the identifier leaves it
/// open.
pub(super) fn suggest(facts: &DocumentFacts) -> Vec<Change> {
    let present = facts.customization.as_deref();
    let (profile, renamed) = match present.and_then(Profile::of_customization) {
        Some(profile) => (profile, None),
        None => match Origin::of(present, facts.profile.as_deref()) {
            Some(origin) => {
                let profile = stand_in(origin, facts);
                (profile, Some(customization(facts, origin, profile)))
            }
            None => return Vec::new(),
        },
    };
    let knows = facts.profile.as_deref().is_some_and(|id| profile.has_process(id));
    renamed.into_iter().chain((!knows).then(|| process(facts, profile))).collect()
}

/// The BIS 3.0 profile that replaces a related specification.
fn stand_in(origin: Origin, facts: &DocumentFacts) -> &'static Profile {
    match origin {
        Origin::Misspelt(profile) => profile,
        _ => Profile::for_type_code(facts.type_code.as_deref()),
    }
}

fn customization(facts: &DocumentFacts, origin: Origin, profile: &Profile) -> Change {
    Change {
        target: Target::CustomizationId,
        code: "BIS3_CUSTOMIZATION_ID",
        message: Suggestion::Specification { origin: origin.found(), profile: profile.name }
            .to_string(),
        severity: Severity::Error,
        before: facts.customization.clone(),
        after: profile.customization_id.to_owned(),
    }
}

fn process(facts: &DocumentFacts, profile: &Profile) -> Change {
    Change {
        target: Target::ProfileId,
        code: "BIS3_PROFILE_ID",
        message: match &facts.profile {
            Some(_) => Suggestion::UnknownProcess { profile: profile.name },
            None => Suggestion::NoProcess { profile: profile.name },
        }
        .to_string(),
        severity: Severity::Error,
        before: facts.profile.clone(),
        after: profile.profile_id.to_owned(),
    }
}
