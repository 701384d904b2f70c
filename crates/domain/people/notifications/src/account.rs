//! Mails to people about their own accounts.

use crate::{
    EmailContent, Link,
    notice::{Block, notice},
    sanitize, when,
};
use time::OffsetDateTime;

/// A link that sets a new password.
#[must_use]
pub fn password_reset(link: &Link, until: OffsetDateTime) -> EmailContent {
    let (slovak, english) = (when::slovak(until), when::english(until));
    notice(
        "Nové heslo / New password",
        &[
            Block::paragraph(
                "niekto, pravdepodobne vy, požiadal o nové heslo k vášmu účtu. Nastavíte si ho tu:",
            ),
            Block::Button("Nastaviť nové heslo", link.to_string()),
            Block::paragraph(format!(
                "Odkaz platí do {slovak} a dá sa použiť raz. Ak ste o heslo nežiadali, nerobte nič: \
                 vaše heslo platí ďalej."
            )),
        ],
        &[
            Block::paragraph(
                "somebody, probably you, asked for a new password for your account. Choose it here:",
            ),
            Block::Button("Choose a new password", link.to_string()),
            Block::paragraph(format!(
                "The link is valid until {english} and works once. If you did not ask for it, do \
                 nothing: your password stays as it is."
            )),
        ],
    )
}

/// The links for a person who did not make the change of the account.
#[derive(Debug, Clone, Copy)]
pub struct AccountLinks<'a> {
    /// The link to set a new password.
    pub password: &'a Link,
    /// Sessions, and the companies whose keys are there.
    pub account: &'a Link,
    /// Applications with access.
    pub connections: &'a Link,
}

/// The mail about a change of an account, with the change in Slovak and in English. It has the link for a new password,
/// and says what a new password does not end: an intruder may have created a key or given an application access.
#[must_use]
pub fn account_changed((slovak, english): (&str, &str), to: &AccountLinks<'_>) -> EmailContent {
    let AccountLinks { password: link, account, connections } = to;
    notice(
        "Zmena prihlasovania / Your sign-in was changed",
        &[
            Block::paragraph(format!(
                "{slovak} Ak ste to boli vy, nemusíte nič robiť. Ak nie, nastavte si hneď nové heslo \
                 a pozrite si prihlásenia vo svojom účte:"
            )),
            Block::Button("Nastaviť nové heslo", link.to_string()),
            Block::paragraph(format!(
                "Aplikácie s prístupom a kľúče, ktoré ste vytvorili, platia aj po zmene hesla. Pozrite si aplikácie \
                 ({connections}) a kľúče svojich firiem ({account}) a ukončite, čo nepoznáte."
            )),
        ],
        &[
            Block::paragraph(format!(
                "{english} If it was you, there is nothing to do. If it was not, set a new password \
                 now and look at the sessions of your account:"
            )),
            Block::Button("Set a new password", link.to_string()),
            Block::paragraph(format!(
                "Applications with access and keys that you made go on after a change of the password. Look at the \
                 applications ({connections}) and at the keys of your companies ({account}), and end what you do not know."
            )),
        ],
    )
}

/// An invitation into a company or a partner.
#[derive(Debug, Clone, Copy)]
pub struct MemberInvitation<'a> {
    /// The name of the company or the partner.
    pub group: &'a str,
    /// The name of the inviting person.
    pub inviter: &'a str,
    /// The role in Slovak and in English.
    pub role: (&'a str, &'a str),
    /// The link to accept the invitation.
    pub link: &'a Link,
    /// The end of the invitation.
    pub until: OffsetDateTime,
}

/// The mail that invites a person to become a member.
#[must_use]
pub fn member_invitation(invitation: &MemberInvitation<'_>) -> EmailContent {
    let (group, inviter) = (sanitize::name(invitation.group), sanitize::name(invitation.inviter));
    let (link, (role_sk, role_en)) = (invitation.link, invitation.role);
    let (slovak, english) = (when::slovak(invitation.until), when::english(invitation.until));
    notice(
        &format!("Pozvánka / Invitation: {group}"),
        &[
            Block::paragraph(format!("{inviter} vás pozýva do „{group}“. Vaša rola: {role_sk}.")),
            Block::paragraph("Pozvánku prijmete tu:"),
            Block::Button("Prijať pozvánku", link.to_string()),
            Block::paragraph(format!(
                "Odkaz platí do {slovak}. Ak pozvánku nečakáte, nerobte nič."
            )),
        ],
        &[
            Block::paragraph(format!("{inviter} invites you to “{group}”. Your role: {role_en}.")),
            Block::paragraph("Accept the invitation here:"),
            Block::Button("Accept the invitation", link.to_string()),
            Block::paragraph(format!(
                "The link is valid until {english}. If you do not expect an invitation, do nothing."
            )),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_writes_no_lines_of_its_own() {
        let link = Link::parse("https://billhook.example/invitation/abc").expect("a link");
        let content = member_invitation(&MemberInvitation {
            group: "Firma\r\nBcc: x@evil.example",
            inviter: "jana@firma.example\n\nhttps://evil.example",
            role: ("účtovník", "accountant"),
            link: &link,
            until: OffsetDateTime::UNIX_EPOCH,
        });
        let text = content.text.as_str();
        assert!(text.contains("\nhttps://billhook.example/invitation/abc\n"), "{text}");
        assert!(!text.contains("\nBcc:") && !text.contains("\nhttps://evil"), "{text}");
        assert!(text.contains("účtovník") && text.contains("accountant"));
    }

    #[test]
    fn a_link_stands_on_its_line() {
        let link = Link::parse("https://billhook.example/reset/abc").expect("a link");
        let content = password_reset(&link, OffsetDateTime::UNIX_EPOCH);
        assert_eq!(
            content.text.as_str().matches("\nhttps://billhook.example/reset/abc\n").count(),
            2
        );
    }
}
