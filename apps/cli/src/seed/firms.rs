//! The demo organizations and their bank accounts.

use access::{OrganizationId, Plan};
use invoicing::{Address, Organization, records::Branding};
use money::Currency;
use time::OffsetDateTime;

/// Currency, IBAN and BIC of a bank account.
pub(super) type Account = (Currency, &'static str, &'static str);

pub(super) const SK_ACCOUNTS: [Account; 2] = [
    (Currency::Eur, "SK3112000000198742637541", "TATRSKBX"),
    (Currency::Usd, "SK8975000000000012345671", "CEKOSKBX"),
];
pub(super) const SK_BUYER_ACCOUNTS: [Account; 1] =
    [(Currency::Eur, "SK6807200002891987426353", "NBSBSKBX")];
pub(super) const SK_NON_PAYER_ACCOUNTS: [Account; 1] =
    [(Currency::Eur, "SK3502000000000012345671", "SUBASKBX")];
pub(super) const CZ_ACCOUNTS: [Account; 2] = [
    (Currency::Czk, "CZ6508000000192000145399", "GIBACZPX"),
    (Currency::Eur, "CZ9455000000001011038930", "RZBCCZPP"),
];

/// A demo organization's particulars.
pub(super) struct Firm {
    name: &'static str,
    ico: &'static str,
    dic: &'static str,
    ic_dph: Option<&'static str>,
    vat_payer: bool,
    /// Street, town, postal code, country.
    pub(super) address: [&'static str; 4],
    registration: &'static str,
}

pub(super) fn slovak_seller() -> Firm {
    Firm {
        name: "Tatranská píla s. r. o.",
        ico: "36123455",
        dic: "2021234567",
        ic_dph: Some("SK2021234567"),
        vat_payer: true,
        address: ["Podtatranská 12", "Poprad", "058 01", "SK"],
        registration: "Obchodný register Okresného súdu Prešov, oddiel: Sro, vložka č. 12345/P",
    }
}

pub(super) fn slovak_buyer() -> Firm {
    Firm {
        name: "Dunajská stavebná a. s.",
        ico: "35876549",
        dic: "2020876550",
        ic_dph: Some("SK2020876550"),
        vat_payer: true,
        address: ["Vajnorská 100", "Bratislava", "831 04", "SK"],
        registration: "Obchodný register Mestského súdu Bratislava III, oddiel: Sa, vložka č. 2345/B",
    }
}

pub(super) fn slovak_non_payer() -> Firm {
    Firm {
        name: "Jana Kováčová – preklady",
        ico: "47654325",
        dic: "1076543215",
        ic_dph: None,
        vat_payer: false,
        address: ["Hlavná 7", "Košice", "040 01", "SK"],
        registration: "Živnostenský register Okresného úradu Košice, č. 820-12345",
    }
}

pub(super) fn czech_seller() -> Firm {
    Firm {
        name: "Moravské sklo s.r.o.",
        ico: "27654320",
        dic: "CZ27654320",
        ic_dph: None,
        vat_payer: true,
        address: ["Veveří 20", "Brno", "602 00", "CZ"],
        registration: "Obchodní rejstřík vedený Krajským soudem v Brně, oddíl C, vložka 54321",
    }
}

pub(super) fn organization(id: OrganizationId, firm: &Firm, now: OffsetDateTime) -> Organization {
    let [street, city, postal_code, country] = firm.address.map(str::to_owned);
    Organization {
        id,
        name: firm.name.to_owned(),
        ico: Some(firm.ico.to_owned()),
        dic: Some(firm.dic.to_owned()),
        ic_dph: firm.ic_dph.map(str::to_owned),
        vat_payer: firm.vat_payer,
        address: Address { street, city, postal_code, country },
        email: Some("fakturacia@billhook.example".to_owned()),
        phone: None,
        registration: Some(firm.registration.to_owned()),
        default_due_days: None,
        branding: Branding::default(),
        plan: Plan::Pro,
        created_at: now,
    }
}
