//! Electronic addresses and type codes.

use access::Tier;
use invoicing::{Address, InvoiceType, Party};
use ubl_builder::{DocumentType, Syntax, electronic_address};

fn party(dic: Option<&str>, ic_dph: Option<&str>, country: Option<&str>) -> Party {
    Party {
        dic: dic.map(str::to_owned),
        ic_dph: ic_dph.map(str::to_owned),
        address: country.map(|c| Address { country: c.into(), ..Address::default() }),
        ..Party::default()
    }
}

#[test]
fn parties_are_found_by_dic_or_vat_identifier() {
    for (dic, ic_dph, country, live) in [
        (Some("2020317068"), Some("SK2020317068"), Some("SK"), Some("0245:2020317068")),
        (Some("2020317068"), None, Some("SK"), Some("0245:2020317068")),
        (Some("2020317068"), None, None, Some("0245:2020317068")),
        (None, Some("SK2020317068"), Some("SK"), Some("0245:2020317068")),
        (Some("SK2020317068"), None, Some("SK"), Some("0245:2020317068")),
        // a member of a VAT group: the DIČ is the firm's own, the IČ DPH the group's
        (Some("2020317068"), Some("SK7020000001"), Some("SK"), Some("0245:2020317068")),
        // a foreign firm registered for VAT in Slovakia
        (None, Some("SK4020317068"), Some("DE"), Some("0245:4020317068")),
        (Some("CZ27082440"), None, Some("CZ"), Some("9929:CZ27082440")),
        (Some("DE123456789"), None, Some("DE"), Some("9930:DE123456789")),
        (Some("EL123456789"), None, Some("GR"), Some("9933:EL123456789")),
        (Some("HU12345678"), None, Some("HU"), Some("9910:HU12345678")),
        // no scheme for the country's VAT number, or no known identifier
        (Some("FI12345678"), None, Some("FI"), None),
        (Some("1234567890"), None, Some("CZ"), None),
        (None, None, Some("SK"), None),
    ] {
        let party = party(dic, ic_dph, country);
        let address = electronic_address(&party, Tier::Live);
        let id = address.map(|a| format!("{}:{}", a.scheme, a.value));
        assert_eq!(id.as_deref(), live, "{dic:?} {ic_dph:?} {country:?}");
    }
}

#[test]
fn the_test_network_has_its_own_slovak_scheme() {
    let scheme = |party: &Party| electronic_address(party, Tier::Test).map(|a| a.scheme);
    assert_eq!(scheme(&party(Some("2020317068"), None, Some("SK"))), Some("9915"));
    assert_eq!(scheme(&party(Some("CZ27082440"), None, Some("CZ"))), Some("9929"));
}

#[test]
fn type_codes() {
    use InvoiceType::{CreditNote, DebitNote, FinalInvoice, Invoice, Proforma, SelfInvoice};
    for (invoice_type, self_billed, code) in [
        (Invoice, false, "380"),
        (Proforma, false, "386"),
        (FinalInvoice, false, "380"),
        (DebitNote, false, "383"),
        (CreditNote, false, "381"),
        (SelfInvoice, true, "389"),
        (DebitNote, true, "527"),
        (CreditNote, true, "261"),
    ] {
        let found = DocumentType::of(invoice_type, self_billed);
        assert_eq!(found.code, code, "{invoice_type:?}");
        assert_eq!(found.syntax == Syntax::CreditNote, invoice_type == CreditNote);
    }
}
