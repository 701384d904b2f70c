//! The words of the agreement.

use crate::model::Language;

/// The words of a language. `{amount}` and `{date}` stand for what they name.
#[derive(Debug)]
pub(super) struct AgreementTexts {
    pub title: &'static str,
    /// Below the title.
    pub law: &'static str,
    pub first: &'static str,
    pub second: &'static str,
    /// Headings of the articles.
    pub claims: &'static str,
    pub set_off: &'static str,
    pub closing: &'static str,
    /// Before the table.
    pub parties_have: &'static str,
    /// What is agreed.
    pub agreed: &'static str,
    pub rest: &'static str,
    pub copies: &'static str,
    pub creditor: &'static str,
    pub debtor: &'static str,
    pub number: &'static str,
    pub variable_symbol: &'static str,
    pub issued: &'static str,
    pub due: &'static str,
    pub net: &'static str,
    pub vat: &'static str,
    pub total: &'static str,
    pub outstanding: &'static str,
    pub amount: &'static str,
    pub remaining: &'static str,
    pub place_and_day: &'static str,
    pub signature: &'static str,
    pub note: &'static str,
    pub page: &'static str,
}

static SK: AgreementTexts = AgreementTexts {
    title: "Dohoda o vzájomnom započítaní pohľadávok",
    law: "podľa § 580 a 581 Občianskeho zákonníka (č. 40/1964 Zb.) a § 364 Obchodného \
          zákonníka (č. 513/1991 Zb.)",
    first: "Prvá strana",
    second: "Druhá strana",
    claims: "1. Vzájomné pohľadávky",
    set_off: "2. Započítanie",
    closing: "3. Záverečné ustanovenia",
    parties_have: "Strany majú voči sebe tieto splniteľné peňažné pohľadávky:",
    agreed: "Strany sa dohodli, že tieto pohľadávky vzájomne započítavajú vo výške {amount} s účinkom ku dňu \
             {date}. V tejto výške obe pohľadávky k tomuto dňu zanikajú.",
    rest: "Časť pohľadávky, ktorá po započítaní zostáva, uhradí dlžník za pôvodných podmienok.",
    copies: "Dohoda je vyhotovená v dvoch rovnopisoch, po jednom pre každú stranu. Strany ju podpisujú na \
             potvrdenie započítania s účinkom ku dňu uvedenému v bode 2.",
    creditor: "Veriteľ",
    debtor: "Dlžník",
    number: "Faktúra č.",
    variable_symbol: "Variabilný symbol",
    issued: "Dátum vystavenia",
    due: "Dátum splatnosti",
    net: "Suma faktúry bez DPH",
    vat: "DPH",
    total: "Suma faktúry s DPH",
    outstanding: "Neuhradené pred započítaním",
    amount: "Započítaná suma",
    remaining: "Zostáva uhradiť",
    place_and_day: "V ...................................... dňa ......................",
    signature: "pečiatka a podpis",
    note: "Poznámka",
    page: "Strana",
};

static EN: AgreementTexts = AgreementTexts {
    title: "Agreement on the mutual set-off of claims",
    law: "under sections 580 and 581 of the Slovak Civil Code (No. 40/1964) and section 364 of the Slovak \
          Commercial Code (No. 513/1991)",
    first: "First party",
    second: "Second party",
    claims: "1. Mutual claims",
    set_off: "2. Set-off",
    closing: "3. Final provisions",
    parties_have: "The parties have these monetary claims against each other:",
    agreed: "The parties agree to set these claims off in the amount of {amount} with effect as of \
             {date}. To that amount both claims cease to exist on that day.",
    rest: "The debtor pays what remains of a claim after the set-off under its original terms.",
    copies: "This agreement is made in two counterparts, one for each party. The parties sign it to confirm the \
             set-off with effect as of the day named in article 2.",
    creditor: "Creditor",
    debtor: "Debtor",
    number: "Invoice No.",
    variable_symbol: "Payment reference",
    issued: "Issue date",
    due: "Due date",
    net: "Invoice total excl. VAT",
    vat: "VAT",
    total: "Invoice total incl. VAT",
    outstanding: "Outstanding before the set-off",
    amount: "Amount set off",
    remaining: "Remaining",
    place_and_day: "Place ................................. date .....................",
    signature: "stamp and signature",
    note: "Note",
    page: "Page",
};

impl AgreementTexts {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::Sk => &SK,
            _ => &EN,
        }
    }
}
