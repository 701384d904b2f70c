use crate::rules::AT_ONCE;
use billing_rules::guard;
use cii_to_ubl::{Converted, Loss, LossKind};
use peppol_connector::{
    CannotApply, Change, DocumentBytes, DocumentFacts, DocumentValidator, Examined, Finding,
    Network, Repair, Root, Severity, Target, Unreadable, Validation, Verdict, apply, read_facts,
    suggest,
};
use std::sync::Arc;

/// `document.format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    /// UBL 2.1.
    Ubl,
    /// CII D16B.
    Cii,
}

impl DocumentFormat {
    /// Both.
    pub const ALL: [DocumentFormat; 2] = [DocumentFormat::Ubl, DocumentFormat::Cii];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DocumentFormat::Ubl => "ubl",
            DocumentFormat::Cii => "cii",
        }
    }

    const fn of(root: Root) -> Self {
        match root {
            Root::UblInvoice | Root::UblCreditNote => DocumentFormat::Ubl,
            Root::CiiInvoice => DocumentFormat::Cii,
        }
    }
}

/// A document that was looked at.
pub struct Document {
    /// The verdicts.
    pub examined: Examined,
    /// What would be sent: repaired, where it has to be and can be.
    pub facts: DocumentFacts,
    /// Its bytes, and those that came in.
    pub bytes: DocumentBytes,
}

/// Judges a document, tries out the repairs that it needs, and judges the result.
pub async fn examine(
    validator: &impl DocumentValidator,
    original: Vec<u8>,
    format: Option<DocumentFormat>,
    network: Network,
) -> Document {
    let original: Arc<[u8]> = original.into();
    let mut validation = judge(validator, &original).await;
    let bytes = DocumentBytes::unchanged(Arc::clone(&original));
    let unknown = DocumentFacts::of(Root::UblInvoice);
    let facts = match facts_of(&original) {
        Ok(facts) => facts,
        Err(error) => {
            add(&mut validation, error.as_ref().and_then(unreadable));
            return Document { examined: Examined::unchanged(validation), facts: unknown, bytes };
        }
    };
    add(&mut validation, format.and_then(|format| mislabelled(format, facts.root)));
    let changes = suggest(&facts, network);
    if validation == Validation::Unavailable || !changes.iter().any(needed) {
        let repair = match validation {
            Validation::Unavailable => Repair::NotTried,
            Validation::Ran(_) => Repair::NotNeeded,
        };
        return Document {
            examined: Examined { original: validation, changes, repair },
            facts,
            bytes,
        };
    }
    match repaired(&original, changes, network).await {
        Err((changes, refusal)) => {
            let repair = Repair::Refused(refusal);
            Document { examined: Examined { original: validation, changes, repair }, facts, bytes }
        }
        Ok(made) => {
            let mut again = judge(validator, &made.bytes).await;
            for loss in made.losses {
                add(&mut validation, Some(loss.clone()));
                add(&mut again, Some(loss));
            }
            let repair = Repair::Made(again);
            let examined = Examined { original: validation, changes: made.changes, repair };
            let bytes = DocumentBytes { sent: made.bytes.into(), original };
            Document { examined, facts: made.facts, bytes }
        }
    }
}

async fn judge(validator: &impl DocumentValidator, document: &[u8]) -> Validation {
    match validator.validate(document).await {
        Ok(verdict) => Validation::Ran(verdict),
        Err(error) => {
            tracing::error!(error = %error, "the validator is unavailable");
            Validation::Unavailable
        }
    }
}

fn needed(change: &Change) -> bool {
    change.severity == Severity::Error
}

/// The facts of a document that the guard lets pass; `Err(None)` when the guard does not, which the
/// verdict tells.
fn facts_of(document: &[u8]) -> Result<DocumentFacts, Option<Unreadable>> {
    let text = guard::admit(document, &guard::Limits::default()).map_err(|_| None)?;
    read_facts(text).map_err(Some)
}

/// What the rules do not say themselves: that the document is of another kind.
fn unreadable(error: &Unreadable) -> Option<Finding> {
    match error {
        Unreadable::NotXml(_) => None,
        Unreadable::OtherDocument { .. } => Some(Finding {
            field: "document".to_owned(),
            code: "DOCUMENT_TYPE".to_owned(),
            message: error.to_string(),
            severity: Severity::Error,
        }),
    }
}

fn mislabelled(format: DocumentFormat, root: Root) -> Option<Finding> {
    let found = DocumentFormat::of(root);
    (found != format).then(|| Finding {
        field: "document.format".to_owned(),
        code: "FORMAT_LABEL".to_owned(),
        message: format!(
            "document.format says {}, and the document is {}: it was read as what it is",
            format.name(),
            found.name()
        ),
        severity: Severity::Warning,
    })
}

fn add(validation: &mut Validation, finding: Option<Finding>) {
    if let (Validation::Ran(Verdict { findings }), Some(finding)) = (validation, finding) {
        findings.push(finding);
    }
}

/// A document after its repairs.
struct Repaired {
    bytes: Vec<u8>,
    facts: DocumentFacts,
    changes: Vec<Change>,
    losses: Vec<Finding>,
}

/// On a thread of the pool when it may take long: the others go on meanwhile.
async fn repaired(original: &Arc<[u8]>, changes: Vec<Change>, network: Network) -> RepairResult {
    if original.len() <= AT_ONCE {
        return repair(original, changes, network);
    }
    let (bytes, kept) = (Arc::clone(original), changes.clone());
    tokio::task::spawn_blocking(move || repair(&bytes, changes, network))
        .await
        .unwrap_or(Err((kept, CannotApply::NotUbl)))
}

type RepairResult = Result<Repaired, (Vec<Change>, CannotApply)>;

fn repair(original: &[u8], changes: Vec<Change>, network: Network) -> RepairResult {
    let (bytes, changes, losses) = if changes.iter().any(|c| c.target == Target::Syntax) {
        let converted = converted(original, network);
        let Some((ubl, further, losses)) = converted else {
            return Err((changes, CannotApply::NotUbl));
        };
        let bytes = match apply(&ubl, &further) {
            Ok(bytes) => bytes,
            Err(refusal) => return Err((changes, refusal)),
        };
        (bytes, changes.into_iter().chain(further).collect(), losses)
    } else {
        match apply(original, &changes) {
            Ok(bytes) => (bytes, changes, Vec::new()),
            Err(refusal) => return Err((changes, refusal)),
        }
    };
    match facts_of(&bytes) {
        Ok(facts) => Ok(Repaired { bytes, facts, changes, losses }),
        Err(_) => Err((changes, CannotApply::NotUbl)),
    }
}

/// CII as UBL, with what the result needs, and what is lost on the way.
fn converted(cii: &[u8], network: Network) -> Option<(Vec<u8>, Vec<Change>, Vec<Finding>)> {
    let Converted { ubl, losses } = cii_to_ubl::convert(cii).ok()?;
    let further = suggest(&facts_of(&ubl).ok()?, network);
    Some((ubl, further, losses.into_iter().map(lost).collect()))
}

/// What no business term stands for is told and hinders nothing: no receiver of an EN 16931 invoice
/// would look for it. Any other loss would change what the invoice says, and so would a test that
/// went out as an invoice.
fn lost(loss: Loss) -> Finding {
    let is_test = loss.path.contains("/ram:TestIndicator/") && loss.value != "false";
    let severity = match loss.kind {
        _ if is_test => Severity::Error,
        LossKind::NoTerm | LossKind::NoTermAttribute => Severity::Warning,
        _ => Severity::Error,
    };
    Finding {
        message: format!("{}: \"{}\"", loss.message, loss.value),
        field: loss.path,
        code: loss.kind.code().to_owned(),
        severity,
    }
}
