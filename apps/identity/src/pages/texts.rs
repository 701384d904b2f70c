//! What the pages say. A text that one language lacks does not compile.

use super::Language;
use access::Role;

/// The texts of a language.
pub(crate) struct Texts {
    pub(crate) lang: &'static str,
    pub(crate) sign_in: &'static str,
    pub(crate) sign_out: &'static str,
    pub(crate) to_portal: &'static str,
    pub(crate) email: &'static str,
    pub(crate) password: &'static str,
    pub(crate) wrong: &'static str,
    pub(crate) too_often: &'static str,
    pub(crate) stale: &'static str,
    pub(crate) failed: &'static str,
    pub(crate) error: &'static str,
    pub(crate) unknown_app: &'static str,
    pub(crate) unknown_redirect: &'static str,
    pub(crate) over: &'static str,
    pub(crate) consent: &'static str,
    pub(crate) asks: &'static str,
    pub(crate) returns_to: &'static str,
    pub(crate) known_at: &'static str,
    pub(crate) signed_in_as: &'static str,
    pub(crate) loopback: &'static str,
    pub(crate) company: &'static str,
    pub(crate) no_company: &'static str,
    pub(crate) nothing_to_give: &'static str,
    pub(crate) environment: &'static str,
    pub(crate) sandbox: &'static str,
    pub(crate) live: &'static str,
    pub(crate) permissions: &'static str,
    pub(crate) within_role: &'static str,
    pub(crate) approve: &'static str,
    pub(crate) deny: &'static str,
    pub(crate) another_account: &'static str,
    pub(crate) connections: &'static str,
    pub(crate) no_connections: &'static str,
    pub(crate) connected: &'static str,
    pub(crate) last_used: &'static str,
    pub(crate) calls: &'static str,
    pub(crate) never: &'static str,
    pub(crate) end: &'static str,
    pub(crate) ended: &'static str,
    /// Owner, admin, accountant, viewer.
    roles: [&'static str; 4],
    /// By the name of the scope.
    scopes: [(&'static str, &'static str); 19],
}

impl Texts {
    /// Those of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Slovak => &SLOVAK,
            Language::English => &ENGLISH,
        }
    }

    /// What a role is called.
    pub(crate) const fn role(&self, role: &Role) -> &'static str {
        let [owner, admin, accountant, viewer] = self.roles;
        match role {
            Role::Owner => owner,
            Role::Admin => admin,
            Role::Accountant => accountant,
            Role::Viewer => viewer,
        }
    }

    /// What a scope allows; nothing of one that is not known.
    pub(crate) fn scope(&self, name: &str) -> &'static str {
        self.scopes.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
    }
}

const SLOVAK: Texts = Texts {
    lang: "sk",
    sign_in: "Prihlásenie",
    sign_out: "Odhlásiť sa",
    to_portal: "Späť do portálu",
    email: "E-mailová adresa",
    password: "Heslo",
    wrong: "E-mailová adresa alebo heslo nie sú správne.",
    too_often: "Priveľa pokusov. Skúste to znova o minútu.",
    stale: "Stránka je zastaraná alebo neprišla od nás. Načítajte ju znova a zopakujte krok.",
    failed: "Niečo sa u nás pokazilo. Skúste to znova o chvíľu.",
    error: "Nedá sa pokračovať",
    unknown_app: "Túto aplikáciu nepoznáme. Obráťte sa na toho, kto vám odkaz dal.",
    unknown_redirect: "Adresa, na ktorú by ste sa mali vrátiť, nie je tá, ktorú aplikácia zaregistrovala.",
    over: "Táto žiadosť už bola vybavená alebo jej platnosť uplynula. Začnite v aplikácii znova.",
    consent: "Povoliť prístup aplikácii",
    asks: "žiada o prístup k vašej firme.",
    returns_to: "Po rozhodnutí sa vrátite na",
    known_at: "Aplikácia sa predstavuje na adrese",
    signed_in_as: "Prihlásený používateľ",
    loopback: "Táto adresa je vo vašom počítači. Pokračujte len vtedy, ak ste aplikáciu spustili vy sami.",
    company: "Firma",
    no_company: "Nepatríte k žiadnej firme, ku ktorej by ste mohli dať prístup.",
    nothing_to_give: "Vaša rola v tejto firme nedovoľuje nič z toho, o čo aplikácia žiada.",
    environment: "Prostredie",
    sandbox: "Skúšobné prostredie: nič sa naozaj neodošle; aplikácia však číta skutočné faktúry, výpisy a účty firmy",
    live: "Ostrá prevádzka",
    permissions: "Oprávnenia",
    within_role: "Aplikácia nedostane viac, než vo firme smiete vy. Prístup môžete kedykoľvek ukončiť.",
    approve: "Povoliť",
    deny: "Odmietnuť",
    another_account: "Prihlásiť sa iným účtom",
    connections: "Pripojené aplikácie",
    no_connections: "Žiadna aplikácia nemá prístup.",
    connected: "Pripojená",
    last_used: "Naposledy použitá",
    calls: "Počet volaní",
    never: "nikdy",
    end: "Ukončiť prístup",
    ended: "Prístup bol ukončený.",
    roles: ["vlastník", "správca", "účtovník", "čitateľ"],
    scopes: [
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
    ],
};

const ENGLISH: Texts = Texts {
    lang: "en",
    sign_in: "Sign in",
    sign_out: "Sign out",
    to_portal: "Back to the portal",
    email: "E-mail address",
    password: "Password",
    wrong: "The e-mail address or the password is not right.",
    too_often: "Too many attempts. Try again in a minute.",
    stale: "The page is out of date or did not come from us. Load it again and repeat the step.",
    failed: "Something went wrong on our side. Try again in a moment.",
    error: "This cannot go on",
    unknown_app: "This application is not known here. Ask whoever gave you the link.",
    unknown_redirect: "The address to return to is not one that the application registered.",
    over: "This request was answered already, or has ended. Begin again in the application.",
    consent: "Give an application access",
    asks: "asks for access to your company.",
    returns_to: "After deciding you return to",
    known_at: "The application says who it is at",
    signed_in_as: "Signed in as",
    loopback: "This address is on your own computer. Go on only if you started the application yourself.",
    company: "Company",
    no_company: "You belong to no company that you could give access to.",
    nothing_to_give: "Your role in this company allows nothing of what the application asks for.",
    environment: "Environment",
    sandbox: "Sandbox: nothing is really sent; the application reads the real invoices, statements and accounts of the company all the same",
    live: "Production",
    permissions: "Permissions",
    within_role: "The application gets no more than you may do in the company yourself. You can end its access at any time.",
    approve: "Allow",
    deny: "Refuse",
    another_account: "Use another account",
    connections: "Connected applications",
    no_connections: "No application has access.",
    connected: "Connected",
    last_used: "Last used",
    calls: "Calls",
    never: "never",
    end: "End access",
    ended: "The access has ended.",
    roles: ["owner", "administrator", "accountant", "viewer"],
    scopes: [
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
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use oauth::authorizations::GrantedScopes;

    #[test]
    fn every_scope_has_a_text_in_both_languages() {
        for language in [Language::Slovak, Language::English] {
            for name in GrantedScopes::ALL.names() {
                assert!(!Texts::of(language).scope(name).is_empty(), "{language:?} {name}");
            }
        }
    }
}
