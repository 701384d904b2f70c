//! The customer object and `customer_id` (specification, "Customer object").

use invoicing::{
    AddressInput, ContactId, CustomerInput, InvoiceRequest, InvoiceType, ViolationKind,
};
use testkit::invoices::*;
use uuid::Uuid;

fn to(customer: CustomerInput) -> InvoiceRequest {
    InvoiceRequest { customer: Some(customer), ..request() }
}

fn parts(street: &str, city: &str, postal_code: &str, country: &str) -> CustomerInput {
    let address = AddressInput::Parts {
        street: text(street),
        city: text(city),
        postal_code: text(postal_code),
        country: text(country),
    };
    CustomerInput { address: Some(address), ..slovak_customer() }
}

#[test]
fn exactly_one_of_customer_and_customer_id() {
    let neither = InvoiceRequest { customer: None, ..request() };
    assert_eq!(refused_at(&neither, &slovak()), ["customer"]);
    let both = InvoiceRequest { customer_id: Some(ContactId(Uuid::from_u128(0xC0))), ..request() };
    assert_eq!(refused_at(&both, &slovak()), ["customer"]);
}

#[test]
fn a_customer_id_names_a_contact() {
    let by_id = InvoiceRequest {
        customer_id: Some(ContactId(Uuid::from_u128(0xC0))),
        customer: None,
        ..request()
    };
    let found = checked(&by_id, &slovak()).expect_err("no such contact");
    assert_eq!(found.as_slice()[0].field, "customer_id");
    assert_eq!(found.common_kind(), ViolationKind::NotFound);

    let mut records = slovak();
    records.customer = Some(contact(slovak_customer()));
    let draft = checked(&by_id, &records).expect("right");
    assert_eq!(draft.new_contact, None);
    assert_eq!(draft.document.customer_id, ContactId(Uuid::from_u128(0xC0)));
    assert_eq!(draft.document.buyer.name, "Nábytok & Syn, a.s.");
}

#[test]
fn an_inline_customer_becomes_a_contact() {
    let draft = checked(&request(), &slovak()).expect("right");
    let contact = draft.new_contact.expect("a contact to create");
    assert_eq!(contact.id, draft.document.customer_id);
    assert_eq!(contact.party, draft.document.buyer);
}

#[test]
fn each_field_of_a_customer() {
    let with = |change: fn(&mut CustomerInput)| {
        let mut customer = slovak_customer();
        change(&mut customer);
        to(customer)
    };
    for (request, path) in [
        (with(|c| c.name = None), "customer.name"),
        (with(|c| c.name = text("")), "customer.name"),
        (with(|c| c.name = text("  ")), "customer.name"),
        (with(|c| c.name = Some("x".repeat(301))), "customer.name"),
        (with(|c| c.name = text("a\0b")), "customer.name"),
        (with(|c| c.name = text("two\nlines")), "customer.name"),
        (with(|c| c.ico = text("1234567")), "customer.ico"),
        (with(|c| c.ico = text("")), "customer.ico"),
        (with(|c| c.dic = text("123456789")), "customer.dic"),
        (with(|c| c.dic = text("SK1234567")), "customer.dic"),
        (with(|c| c.ic_dph = text("2020317068")), "customer.ic_dph"),
        (with(|c| c.ic_dph = text("CZ20203170681")), "customer.ic_dph"),
        (with(|c| c.peppol_id = text("1234:5")), "customer.peppol_id"),
        (with(|c| c.email = text("nobody")), "customer.email"),
        (with(|c| c.email = Some(format!("{}@a.sk", "x".repeat(250)))), "customer.email"),
        (with(|c| c.phone = text("0905123456")), "customer.phone"),
        (with(|c| c.phone = text("+1234567890123456")), "customer.phone"),
        (with(|c| c.address = Some(AddressInput::Text("x".repeat(301)))), "customer.address"),
        (to(parts("", "b", "c", "SK")), "customer.address.street"),
        (to(parts("a", " ", "c", "SK")), "customer.address.city"),
        (to(parts("a", "b", "", "SK")), "customer.address.postalCode"),
        (to(parts("a", "b", "c", "SVK")), "customer.address.country"),
        (to(parts("a", "b", "c", "")), "customer.address.country"),
    ] {
        assert_eq!(refused_at(&request, &slovak()), [path], "{:?}", request.customer);
    }
}

#[test]
fn an_address_in_parts_needs_all_of_them() {
    let address =
        AddressInput::Parts { street: None, city: None, postal_code: None, country: None };
    let request = to(CustomerInput { address: Some(address), ..slovak_customer() });
    let paths =
        ["street", "city", "postalCode", "country"].map(|p| format!("customer.address.{p}"));
    assert_eq!(refused_at(&request, &slovak()), paths);
}

#[test]
fn values_take_their_normal_form() {
    let customer = CustomerInput {
        name: text("  Firma  "),
        dic: text("cz 2708 2440"),
        ic_dph: text(" sk2020317068 "),
        email: text(" "),
        phone: text("00421 905/123-456"),
        profile: None,
        peppol_id: text(" iso6523-actorid-upis::0088:5798000000001 "),
        address: Some(AddressInput::Text(" Horná 5, Zvolen ".into())),
        ico: text(" 31333532 "),
    };
    let buyer = issued(&to(customer), &slovak(), "1").buyer;
    assert_eq!((buyer.name.as_str(), buyer.ico.as_deref()), ("Firma", Some("31333532")));
    assert_eq!(buyer.dic.as_deref(), Some("CZ27082440"));
    assert_eq!(buyer.ic_dph.as_deref(), Some("SK2020317068"));
    assert_eq!(buyer.peppol_id.as_deref(), Some("0088:5798000000001"));
    assert_eq!((buyer.email, buyer.phone.as_deref()), (None, Some("+421905123456")));
    let address = buyer.address.expect("address");
    assert_eq!((address.street.as_str(), address.country.as_str()), ("Horná 5, Zvolen", "SK"));
    assert_eq!((address.city.as_str(), address.postal_code.as_str()), ("", ""));
}

#[test]
fn longest_values_are_right() {
    let customer = CustomerInput { name: Some("ž".repeat(300)), ..slovak_customer() };
    assert!(checked(&to(customer), &slovak()).is_ok());
    let email = format!("{}@{}.sk", "x".repeat(64), "y".repeat(63));
    let customer = CustomerInput { email: Some(email), ..slovak_customer() };
    assert!(checked(&to(customer), &slovak()).is_ok());
}

#[test]
fn empty_email_and_phone_count_as_not_given() {
    let customer = CustomerInput { email: text(""), phone: text(""), ..slovak_customer() };
    let buyer = issued(&to(customer), &slovak(), "1").buyer;
    assert_eq!((buyer.email, buyer.phone), (None, None));
}

#[test]
fn the_contact_of_a_self_invoice_is_the_seller() {
    let request = InvoiceRequest { invoice_type: Some(InvoiceType::SelfInvoice), ..request() };
    let document = issued(&request, &slovak(), "1");
    assert!(document.self_billed);
    assert_eq!(document.seller.name, "Nábytok & Syn, a.s.");
    assert_eq!(document.buyer.name, "Stolárstvo Dubák s.r.o.");
    assert_eq!(document.bank_account, None, "the supplier's account is not known");
}
