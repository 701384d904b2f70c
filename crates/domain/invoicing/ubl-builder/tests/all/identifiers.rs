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
    let scheme = |party: &Party| {
        electronic_address(party, Tier::Test).map(|address| address.scheme.to_owned())
    };
    let slovak = party(Some("2020317068"), None, Some("SK"));
    assert_eq!(scheme(&slovak).as_deref(), Some("9915"));
    assert_eq!(scheme(&party(Some("CZ27082440"), None, Some("CZ"))).as_deref(), Some("9929"));
    let named = Party { peppol_id: Some("0245:2020317068".into()), ..party(None, None, None) };
    assert_eq!(scheme(&named).as_deref(), Some("9915"), "a DIČ wherever it stands");
}

#[test]
fn a_peppol_id_counts_where_no_slovak_dic_does() {
    let finnish = Some("0216:003712345678");
    for (dic, country, peppol_id, live) in [
        (Some("FI12345678"), "FI", finnish, finnish),
        (Some("DE123456789"), "DE", Some("0204:991-12345-67"), Some("0204:991-12345-67")),
        (None, "SE", Some("0007:5567321707"), Some("0007:5567321707")),
        (Some("2020317068"), "SK", Some("0088:5798000000001"), Some("0245:2020317068")),
        (Some("DE123456789"), "DE", None, Some("9930:DE123456789")),
    ] {
        let mut party = party(dic, None, Some(country));
        party.peppol_id = peppol_id.map(str::to_owned);
        let address = electronic_address(&party, Tier::Live);
        let id = address.map(|a| format!("{}:{}", a.scheme, a.value));
        assert_eq!(id.as_deref(), live, "{dic:?} {peppol_id:?}");
    }
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
