//! The answer of a caller to a received document.

use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use peppol_messages::invoice_response::{
    Clarification, ClarificationCode, InvoiceStatus, StatusAction, StatusReason,
};
use refusals::FieldFault;

/// The maximum number of reasons, and of actions, of an answer.
pub const MAX_REASONS: usize = 20;

/// The maximum length of a reason's text and of a note, in characters.
pub const MAX_TEXT: usize = 1_000;

/// A reason or an action as the caller sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReasonInput {
    /// The code from the list of reasons or of actions.
    pub code: Option<String>,
    /// The text that explains the code.
    pub text: Option<String>,
}

/// An answer as the caller sends it. All members are optional here; [`Answer::check`] reports those that are missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerInput {
    /// The new status of the document.
    pub response: Option<InvoiceStatus>,
    /// Why the document gets this status (OPStatusReason).
    pub reasons: Option<Vec<ReasonInput>>,
    /// What the sender should do (OPStatusAction).
    pub actions: Option<Vec<ReasonInput>>,
    /// A note about the whole document.
    pub note: Option<String>,
}

/// A checked answer to a received document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The new status of the document.
    pub status: InvoiceStatus,
    /// The reasons for the status, and the actions that the sender is asked to take.
    pub clarifications: Vec<Clarification>,
    /// A note about the whole document.
    pub note: Option<String>,
}

/// Why an answer is not valid, with the official rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("response")]
pub(crate) enum AnswerFault {
    #[error("[PEPPOL-T111-R001] {status} needs a reason or an action")]
    NoReason { status: &'static str },
    #[error("[PEPPOL-T111-R005] PPD belongs to the response paid alone")]
    NotPaid,
    #[error("[PEPPOL-T111-R004] is required with PPD")]
    NoTextOfPpd,
    #[error("[PEPPOL-T111-R002] is required with OTH")]
    NoTextOfOther,
    #[error("must have at most {most} entries")]
    TooMany { most: usize },
}

impl Answer {
    /// Checks an answer against the rules of the transaction. `found` holds the violations that parsing has found
    /// already.
    ///
    /// # Errors
    /// Every violation, with its JSON path and the official id of its rule.
    pub fn check(input: &AnswerInput, mut found: Violations) -> Result<Self, Violations> {
        if input.response.is_none() {
            found.add("response", FieldFault::Required);
        }
        let reasons = codes("reasons", input.reasons.as_deref(), StatusReason::ALL, &mut found);
        let actions = codes("actions", input.actions.as_deref(), StatusAction::ALL, &mut found);
        let note = input.note.as_deref();
        let note =
            note.and_then(|note| text("note", note, &mut found)).filter(|note| !note.is_empty());
        let mut clarifications = reasons;
        clarifications.extend(actions);
        if let Some(status) = input.response {
            check_together(status, input, &mut found);
        }
        found.into_result()?;
        let status = input.response.unwrap_or(InvoiceStatus::Acknowledged);
        Ok(Self { status, clarifications, note })
    }

    /// Whether the answer reports a partial payment, after which more answers may follow.
    #[must_use]
    pub fn is_part_payment(status: InvoiceStatus, clarifications: &[Clarification]) -> bool {
        let partly = Some(ClarificationCode::Reason(StatusReason::PartlyPaid));
        status == InvoiceStatus::Paid && clarifications.iter().any(|one| one.code == partly)
    }
}

/// Checks the rules that involve both the status and the reasons.
fn check_together(status: InvoiceStatus, input: &AnswerInput, found: &mut Violations) {
    let is_given = |list: &Option<Vec<_>>| list.as_ref().is_some_and(|list| !list.is_empty());
    if status.needs_reason() && !is_given(&input.reasons) && !is_given(&input.actions) {
        found.add("reasons", AnswerFault::NoReason { status: status.name() });
    }
    let reasons = input.reasons.iter().flatten().take(MAX_REASONS).enumerate();
    let partly = StatusReason::PartlyPaid.code();
    for (index, one) in reasons.filter(|(_, one)| one.code.as_deref() == Some(partly)) {
        if status != InvoiceStatus::Paid {
            let path = format!("reasons[{index}].code");
            found.add(path, AnswerFault::NotPaid);
        }
        if one.text.as_deref().is_none_or(|text| text.trim().is_empty()) {
            let path = format!("reasons[{index}].text");
            found.add(path, AnswerFault::NoTextOfPpd);
        }
    }
}

/// A code from one of the lists.
trait Listed: Copy + 'static {
    const OTHER: Self;
    fn name(self) -> &'static str;
    fn clarifies(self) -> ClarificationCode;
}

impl Listed for StatusReason {
    const OTHER: Self = StatusReason::Other;

    fn name(self) -> &'static str {
        self.code()
    }

    fn clarifies(self) -> ClarificationCode {
        ClarificationCode::Reason(self)
    }
}

impl Listed for StatusAction {
    const OTHER: Self = StatusAction::Other;

    fn name(self) -> &'static str {
        self.code()
    }

    fn clarifies(self) -> ClarificationCode {
        ClarificationCode::Action(self)
    }
}

/// Parses a list of codes with their texts.
fn codes<C: Listed>(
    name: &str,
    input: Option<&[ReasonInput]>,
    all: &[C],
    found: &mut Violations,
) -> Vec<Clarification> {
    let input = input.unwrap_or_default();
    if input.len() > MAX_REASONS {
        found.add(name, AnswerFault::TooMany { most: MAX_REASONS });
        return Vec::new();
    }
    let read = |(index, one): (usize, &ReasonInput)| {
        let path = |member: &str| format!("{name}[{index}].{member}");
        let said = one.text.as_deref();
        let said = said.and_then(|said| text(&path("text"), said, found));
        let said = said.filter(|said| !said.is_empty());
        let Some(code) = one.code.as_deref() else {
            found.add(path("code"), FieldFault::Required);
            return None;
        };
        let Some(known) = all.iter().find(|known| known.name() == code) else {
            let names: Vec<_> = all.iter().map(|known| known.name()).collect();
            found.add(path("code"), FieldFault::NotOneOf { names: names.join(", ") });
            return None;
        };
        if code == C::OTHER.name() && said.is_none() {
            found.add(path("text"), AnswerFault::NoTextOfOther);
        }
        Some(Clarification { code: Some(known.clarifies()), text: said, details: Vec::new() })
    };
    input.iter().enumerate().filter_map(read).collect()
}

fn text(path: &str, value: &str, found: &mut Violations) -> Option<String> {
    check_text(path, value, 0, MAX_TEXT, TextShape::Paragraphs, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(code: &str, text: Option<&str>) -> ReasonInput {
        ReasonInput { code: Some(code.to_owned()), text: text.map(str::to_owned) }
    }

    fn wrong(input: &AnswerInput) -> Vec<String> {
        let found = Answer::check(input, Violations::new()).expect_err("wrong");
        found.as_slice().iter().map(|one| one.field.clone()).collect()
    }

    #[test]
    fn what_the_rules_ask_for_is_asked_for() {
        use InvoiceStatus::{Accepted, Paid, Rejected, UnderQuery};
        let input = |status, reasons| AnswerInput {
            response: Some(status),
            reasons: Some(reasons),
            ..AnswerInput::default()
        };
        assert_eq!(wrong(&AnswerInput::default()), ["response"]);
        for status in [Rejected, UnderQuery, InvoiceStatus::ConditionallyAccepted] {
            assert_eq!(wrong(&input(status, vec![])), ["reasons"], "{status:?}");
            let said = Answer::check(&input(status, vec![reason("PRI", None)]), Violations::new());
            assert_eq!(said.map(|said| said.clarifications.len()), Ok(1));
        }
        for (status, reasons, paths) in [
            (Accepted, vec![reason("LEG", None), reason("NIN", None)], vec!["reasons[1].code"]),
            (Rejected, vec![reason("OTH", Some("  "))], vec!["reasons[0].text"]),
            (Rejected, vec![reason("PPD", Some("x"))], vec!["reasons[0].code"]),
            (Paid, vec![reason("PPD", None)], vec!["reasons[0].text"]),
            (Paid, vec![ReasonInput::default()], vec!["reasons[0].code"]),
            (Rejected, vec![reason("NIN", None)], vec!["reasons[0].code"]),
            (
                Paid,
                vec![reason("NIN", None), reason("PPD", Some(" "))],
                vec!["reasons[0].code", "reasons[1].text"],
            ),
            (Paid, vec![reason("NON", None); MAX_REASONS + 1], vec!["reasons"]),
        ] {
            assert_eq!(wrong(&input(status, reasons.clone())), paths, "{reasons:?}");
        }
        let long = "x".repeat(MAX_TEXT + 1);
        assert_eq!(wrong(&AnswerInput { note: Some(long), ..input(Accepted, vec![]) }), ["note"]);
    }

    #[test]
    fn reasons_and_actions_are_of_their_lists() {
        let input = AnswerInput {
            response: Some(InvoiceStatus::Rejected),
            actions: Some(vec![reason("NIN", Some("prosíme"))]),
            note: Some(" ".to_owned()),
            ..AnswerInput::default()
        };
        let said = Answer::check(&input, Violations::new()).expect("an action suffices");
        let code = said.clarifications[0].code;
        assert_eq!(code, Some(ClarificationCode::Action(StatusAction::NewInvoice)));
        assert_eq!(said.note, None);
        let wrong = wrong(&AnswerInput { actions: Some(vec![reason("LEG", None)]), ..input });
        assert_eq!(wrong[0], "actions[0].code");
    }
}
