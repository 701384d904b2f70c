//! Holds a document against the rules.

use xml::XmlElement;

use super::rules::{MlsRule, RULES};
use super::xpath::{TypeError, leaf, normalized};
use super::{MLS_CUSTOMIZATION, MLS_PROCESS};
use crate::application_response::{CAC, CBC, UBL};
use crate::schema::{ShapeFault, Vocabulary, shape_faults};
use party_identifiers::is_service_provider;

/// A rule that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MlsHit {
    /// Which.
    pub rule: &'static MlsRule,
    /// The byte of the text at which the element begins that it does not hold for.
    pub offset: usize,
}

/// The faults of a message level status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MlsReport {
    /// The violations of the schema.
    pub shape: Vec<ShapeFault>,
    /// The broken rules, in the order of their contexts.
    pub hits: Vec<MlsHit>,
    /// The official rules stop, because something stands twice where they ask for one; then not all hits
    /// are known.
    pub stopped: bool,
}

impl MlsReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.shape.is_empty() && self.hits.is_empty() && !self.stopped
    }
}

/// Holds a document, by its root, against the schema and the rules.
#[must_use]
pub fn check_mls<'t>(root: impl XmlElement<'t>) -> MlsReport {
    let shape = shape_faults(Vocabulary::Mls, root);
    MlsReport { shape, ..check_mls_rules(root) }
}

/// Holds a document against the rules alone: nothing is said of its shape.
#[must_use]
pub fn check_mls_rules<'t>(root: impl XmlElement<'t>) -> MlsReport {
    let mut pass = Pass { hits: Vec::new() };
    let stopped = root.qname() == (UBL, "ApplicationResponse") && pass.all(root).is_err();
    MlsReport { shape: Vec::new(), hits: pass.hits, stopped }
}

struct Pass {
    hits: Vec<MlsHit>,
}

type Step = Result<(), TypeError>;

impl Pass {
    /// Notes rule `number`, from 1, where it does not hold.
    fn assert<'t>(&mut self, number: usize, node: impl XmlElement<'t>, holds: bool) {
        if let Some(rule) = RULES.get(number - 1).filter(|_| !holds) {
            self.hits.push(MlsHit { rule, offset: node.offset() });
        }
    }

    fn all<'t>(&mut self, root: impl XmlElement<'t>) -> Step {
        self.document(root)?;
        for response in root.elements_named((CAC, "DocumentResponse")) {
            self.response(response)?;
            for reference in response.elements_named((CAC, "DocumentReference")) {
                self.assert(26, reference, !leaf(reference, "ID")?.is_empty());
            }
            for line in response.elements_named((CAC, "LineResponse")) {
                self.line(line)?;
            }
        }
        Ok(())
    }

    fn document<'t>(&mut self, root: impl XmlElement<'t>) -> Step {
        self.assert(1, root, leaf(root, "CustomizationID")? == MLS_CUSTOMIZATION);
        self.assert(2, root, leaf(root, "ProfileID")? == MLS_PROCESS);
        self.assert(3, root, !leaf(root, "ID")?.is_empty());
        self.assert(4, root, leaf(root, "IssueDate")?.chars().count() == 10);
        self.assert(5, root, root.elements_named((CBC, "IssueTime")).next().is_some());
        self.assert(6, root, ends_with_zone(&leaf(root, "IssueTime")?));
        self.party(7, root, "SenderParty")?;
        self.party(12, root, "ReceiverParty")?;
        self.assert(17, root, root.elements_named((CAC, "DocumentResponse")).count() == 1);
        Ok(())
    }

    /// The five rules of a party, from the first.
    fn party<'t>(&mut self, first: usize, root: impl XmlElement<'t>, role: &'static str) -> Step {
        let endpoints = || {
            root.elements_named((CAC, role))
                .flat_map(|party| party.elements_named((CBC, "EndpointID")))
        };
        let schemes = || endpoints().filter_map(|endpoint| scheme_of(endpoint));
        self.assert(first, root, endpoints().next().is_some());
        let value = normalized(endpoints())?;
        self.assert(first + 1, root, !value.is_empty());
        self.assert(first + 2, root, is_service_provider(&value));
        self.assert(first + 3, root, schemes().next().is_some());
        self.assert(first + 4, root, schemes().any(|scheme| scheme == "0242"));
        Ok(())
    }

    fn response<'t>(&mut self, node: impl XmlElement<'t>) -> Step {
        let of_response = |name| {
            node.elements_named((CAC, "Response"))
                .flat_map(move |one| one.elements_named((CBC, name)))
        };
        let code = normalized(of_response("ResponseCode"))?;
        let is_rejection = code == "RE";
        self.assert(18, node, of_response("ResponseCode").next().is_some());
        self.assert(19, node, ["AP", "AB", "RE"].contains(&&*code));
        let described = || of_response("Description").next().is_some();
        self.assert(20, node, !is_rejection || described());
        self.assert(21, node, !is_rejection || !normalized(of_response("Description"))?.is_empty());
        self.assert(22, node, node.elements_named((CAC, "DocumentReference")).count() == 1);
        let has_lines = node.elements_named((CAC, "LineResponse")).next().is_some();
        self.assert(23, node, !is_rejection || has_lines);
        self.assert(24, node, !is_rejection || has_failure(node)?);
        self.assert(25, node, is_rejection || !has_failure(node)?);
        Ok(())
    }

    fn line<'t>(&mut self, line: impl XmlElement<'t>) -> Step {
        let places = line
            .elements_named((CAC, "LineReference"))
            .flat_map(|reference| reference.elements_named((CBC, "LineID")));
        self.assert(27, line, !normalized(places)?.is_empty());
        for response in line.elements_named((CAC, "Response")) {
            self.assert(
                28,
                response,
                response.elements_named((CBC, "Description")).next().is_some(),
            );
            self.assert(29, response, !leaf(response, "Description")?.is_empty());
            self.assert(30, response, response.elements_named((CAC, "Status")).next().is_some());
            for status in response.elements_named((CAC, "Status")) {
                let reason = leaf(status, "StatusReasonCode")?;
                self.assert(31, status, ["BV", "BW", "FD", "SV"].contains(&&*reason));
            }
        }
        Ok(())
    }
}

fn scheme_of<'t>(endpoint: impl XmlElement<'t>) -> Option<&'t str> {
    let mut attributes = endpoint.attribute_pairs();
    attributes.find_map(|(name, value)| (name == ("", "schemeID")).then_some(value))
}

/// Whether an issue has one of the reasons that reject.
fn has_failure<'t>(response: impl XmlElement<'t>) -> Result<bool, TypeError> {
    for wanted in ["BV", "FD", "SV"] {
        for line in response.elements_named((CAC, "LineResponse")) {
            for response in line.elements_named((CAC, "Response")) {
                let reasons = response
                    .elements_named((CAC, "Status"))
                    .flat_map(|status| status.elements_named((CBC, "StatusReasonCode")));
                if normalized(reasons)? == wanted {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// `([+-]\d{2}:\d{2}|Z)$`
fn ends_with_zone(text: &str) -> bool {
    let offset = |text: &str| {
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes[at].is_ascii_digit();
        matches!(bytes[0], b'+' | b'-') && bytes[3] == b':' && [1, 2, 4, 5].into_iter().all(digit)
    };
    let last = text.len().checked_sub(6).and_then(|at| text.get(at..));
    text.ends_with('Z') || last.is_some_and(offset)
}
