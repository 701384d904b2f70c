use crate::{
    EmailContent, Link,
    notice::{Block, notice},
    sanitize, when,
};
use time::OffsetDateTime;

/// A partner's claim that an organization shall use Peppol through it.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The organization's name.
    pub organization: &'a str,
    /// The partner's name.
    pub partner: &'a str,
    /// The link by which the organization confirms.
    pub link: &'a Link,
    /// The end of the link, if it has one.
    pub until: Option<OffsetDateTime>,
}

/// Asks an organization whether a partner may act for it on Peppol (specification,
/// `POST …/organizations/{id}/peppol-claim`: "(re)sends the confirmation e-mail").
#[must_use]
pub fn claim_confirmation(claim: &Claim<'_>) -> EmailContent {
    let (organization, partner) =
        (sanitize::name(claim.organization), sanitize::name(claim.partner));
    let link = claim.link;
    let (ends_sk, ends_en) = claim.until.map(ends).unwrap_or_default();
    notice(
        &format!("Potvrďte faktúry cez Peppol / Confirm invoices over Peppol: {organization}"),
        &[
            Block::paragraph(format!(
                "Partner „{partner}“ žiada, aby organizácia „{organization}“ posielala a prijímala \
                 elektronické faktúry v sieti Peppol jeho prostredníctvom."
            )),
            Block::paragraph("Ak súhlasíte, potvrďte to tu:"),
            Block::Button("Pozrieť a potvrdiť", link.to_string()),
            Block::paragraph(format!(
                "{ends_sk}Ak o žiadosti neviete alebo s ňou nesúhlasíte, nerobte nič: bez vášho \
                 potvrdenia sa nič nezmení."
            )),
        ],
        &[
            Block::paragraph(format!(
                "The partner “{partner}” asks that the organization “{organization}” send and receive \
                 electronic invoices on the Peppol network through this partner."
            )),
            Block::paragraph("If you agree, please confirm here:"),
            Block::Button("Read and confirm", link.to_string()),
            Block::paragraph(format!(
                "{ends_en}If you do not know of this request, or do not agree, do nothing: without \
                 your confirmation nothing changes."
            )),
        ],
    )
}

/// The text about the end of the link, in both languages.
fn ends(until: OffsetDateTime) -> (String, String) {
    let (slovak, english) = (when::slovak(until), when::english(until));
    (format!("Odkaz platí do {slovak}. "), format!("The link is valid until {english}. "))
}
