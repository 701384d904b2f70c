//! Elements of the document's head that are not used.

use super::limit::{Limit, preferably_once, unused};

/// Children of the context of the document.
pub(super) static CONTEXT: [Limit; 8] = [
    unused("CII-SR-001", "SpecifiedTransactionID"),
    unused("CII-SR-002", "TestIndicator"),
    preferably_once("CII-SR-003", "BusinessProcessSpecifiedDocumentContextParameter"),
    unused("CII-SR-006", "BIMSpecifiedDocumentContextParameter"),
    unused("CII-SR-007", "ScenarioSpecifiedDocumentContextParameter"),
    unused("CII-SR-008", "ApplicationSpecifiedDocumentContextParameter"),
    unused("CII-SR-011", "SubsetSpecifiedDocumentContextParameter"),
    unused("CII-SR-012", "MessageStandardSpecifiedDocumentContextParameter"),
];

/// Children of the document itself.
pub(super) static DOCUMENT: [Limit; 18] = [
    unused("CII-SR-013", "Name"),
    unused("CII-SR-015", "IssueDateTime/udt:DateTime"),
    unused("CII-SR-016", "CopyIndicator"),
    unused("CII-SR-017", "Purpose"),
    unused("CII-SR-018", "ControlRequirementIndicator"),
    unused("CII-SR-019", "LanguageID"),
    unused("CII-SR-020", "PurposeCode"),
    unused("CII-SR-021", "RevisionDateTime"),
    unused("CII-SR-022", "VersionID"),
    unused("CII-SR-023", "GlobalID"),
    unused("CII-SR-024", "RevisionID"),
    unused("CII-SR-025", "PreviousRevisionID"),
    unused("CII-SR-026", "CategoryCode"),
    unused("CII-SR-027", "IncludedNote/Subject"),
    unused("CII-SR-028", "IncludedNote/ContentCode"),
    unused("CII-SR-032", "IncludedNote/ID"),
    unused("CII-SR-033", "EffectiveSpecifiedPeriod"),
    unused("CII-SR-034", "IssuerTradeParty"),
];

/// Children of a note.
pub(super) static NOTE: [Limit; 1] = [preferably_once("CII-SR-030", "Content")];

/// Children of the whole.
pub(super) static ROOT: [Limit; 1] = [unused("CII-SR-438", "ValuationBreakdownStatement")];

/// Children of a parameter of the context.
pub(super) static CONTEXT_PARAMETER: [Limit; 2] =
    [unused("CII-SR-04", "Value"), unused("CII-SR-05", "SpecifiedDocumentVersion")];
