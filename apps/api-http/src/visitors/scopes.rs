//! The descriptions of scopes. Consent pages and pages of keys use the same texts.

use crate::visitors::Language;

impl Language {
    /// The description of a scope of OAuth or of a key; empty for an unknown scope.
    #[must_use]
    pub fn scope(self, name: &str) -> &'static str {
        let texts = match self {
            Language::Slovak => &SLOVAK,
            Language::English => &ENGLISH,
        };
        texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
    }
}

/// Descriptions by the names of scopes.
type Texts = [(&'static str, &'static str); 25];

const SLOVAK: Texts = [
    ("openid", "Vedieť, kto ste"),
    ("profile", "Vidieť váš profil"),
    ("email", "Vidieť vašu e-mailovú adresu"),
    ("offline_access", "Pristupovať aj vtedy, keď ju nepoužívate"),
    ("invoice:read", "Čítať faktúry"),
    ("invoice:create", "Vystavovať faktúry"),
    ("invoice:update", "Meniť faktúry a platby"),
    ("invoice:send", "Odosielať faktúry"),
    ("invoice:download", "Sťahovať faktúry"),
    ("receipt:update", "Meniť prijaté doklady"),
    ("receipt:approve", "Schvaľovať prijaté doklady"),
    ("settings:update", "Meniť nastavenia firmy"),
    ("report:read", "Čítať prehľady"),
    ("bank:read", "Čítať bankové výpisy"),
    ("org:provision", "Zakladať firmy"),
    ("contract:read", "Čítať zmluvy"),
    ("contract:create", "Vytvárať zmluvy"),
    ("contract:update", "Meniť zmluvy"),
    ("contract:delete", "Mazať zmluvy"),
    ("stock:read", "Čítať sklad"),
    ("stock:update", "Meniť sklad"),
    ("project:read", "Čítať projekty"),
    ("project:create", "Vytvárať projekty"),
    ("project:update", "Meniť projekty"),
    ("project:delete", "Mazať projekty"),
];

const ENGLISH: Texts = [
    ("openid", "Know who you are"),
    ("profile", "See your profile"),
    ("email", "See your e-mail address"),
    ("offline_access", "Have access while you do not use it"),
    ("invoice:read", "Read invoices"),
    ("invoice:create", "Issue invoices"),
    ("invoice:update", "Change invoices and payments"),
    ("invoice:send", "Send invoices"),
    ("invoice:download", "Download invoices"),
    ("receipt:update", "Change received documents"),
    ("receipt:approve", "Approve received documents"),
    ("settings:update", "Change the company's settings"),
    ("report:read", "Read reports"),
    ("bank:read", "Read bank statements"),
    ("org:provision", "Make companies"),
    ("contract:read", "Read contracts"),
    ("contract:create", "Make contracts"),
    ("contract:update", "Change contracts"),
    ("contract:delete", "Delete contracts"),
    ("stock:read", "Read the stock"),
    ("stock:update", "Change the stock"),
    ("project:read", "Read projects"),
    ("project:create", "Make projects"),
    ("project:update", "Change projects"),
    ("project:delete", "Delete projects"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use oauth::authorizations::GrantedScopes;

    #[test]
    fn every_scope_has_a_text_in_both_languages() {
        for language in Language::ALL {
            for name in GrantedScopes::ALL.names() {
                assert!(!language.scope(name).is_empty(), "{language:?} {name}");
            }
        }
    }
}
