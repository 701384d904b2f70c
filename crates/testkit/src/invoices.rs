//! Organizations, contacts and requests of invoices that tests start from. Ids count up and the day is fixed, so that
//! results are the same each time.

use access::{OrganizationId, Plan};
use invoicing::{
    Address, AddressInput, AnyInvoice, BankAccount, BankAccountId, Contact, ContactId,
    CustomerInput, DeliveryAddressInput, Document, Draft, InvoiceId, InvoiceRequest, InvoiceStatus,
    InvoiceType, Issuance, IssuingRecords, ItemInput, Organization, Party, Violations, check,
    figures::Balance,
    recording::OriginalInvoice,
    records::Branding,
    settling::AdvanceFacts,
    states::{InvoiceState, LiveSend},
};
use money::{Currency, Decimal};
use time::{
    Date, OffsetDateTime,
    macros::{date, datetime},
};
use uuid::Uuid;
use vat_categories::{TaxTreatment, VatRate};

/// The moment of every check.
pub const NOW: OffsetDateTime = datetime!(2026-11-21 10:00 UTC);
/// The day of every check.
pub const TODAY: Date = date!(2026 - 11 - 21);

/// Ids that count up, so that tests are the same each time.
pub fn counting_ids() -> impl FnMut() -> Uuid {
    let mut last = 0_u128;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

/// `check` on a fixed day with counted ids.
pub fn checked(request: &InvoiceRequest, records: &IssuingRecords) -> Result<Draft, Violations> {
    let mut issuance = Issuance::at(NOW, counting_ids());
    check(request, records, &mut issuance)
}

/// The document of a request that is right.
#[track_caller]
pub fn issued(request: &InvoiceRequest, records: &IssuingRecords, number: &str) -> Document {
    match checked(request, records) {
        Ok(draft) => draft.issue(number).expect("writable").invoice.document,
        Err(violations) => panic!("refused: {violations}"),
    }
}

/// The violations of a request: path and message of each.
#[track_caller]
pub fn refused(request: &InvoiceRequest, records: &IssuingRecords) -> Vec<(String, String)> {
    match checked(request, records) {
        Ok(_) => panic!("accepted"),
        Err(found) => {
            found.as_slice().iter().map(|v| (v.field.clone(), v.message.to_string())).collect()
        }
    }
}

/// The paths only.
#[track_caller]
pub fn refused_at(request: &InvoiceRequest, records: &IssuingRecords) -> Vec<String> {
    refused(request, records).into_iter().map(|(field, _)| field).collect()
}

/// A text that is given.
pub fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn address(street: &str, city: &str, postal_code: &str, country: &str) -> Address {
    Address {
        street: street.into(),
        city: city.into(),
        postal_code: postal_code.into(),
        country: country.into(),
    }
}

fn account(id: u128, currency: Currency, iban: &str, bic: &str) -> BankAccount {
    BankAccount {
        id: BankAccountId(Uuid::from_u128(id)),
        currency,
        iban: iban.into(),
        bic: text(bic),
        bank_name: text("Tatra banka"),
        is_default: true,
    }
}

/// The id of the Slovak account in EUR.
pub const EUR_ACCOUNT: BankAccountId = BankAccountId(Uuid::from_u128(0xE0));
/// The id of the Slovak account in USD.
pub const USD_ACCOUNT: BankAccountId = BankAccountId(Uuid::from_u128(0xE1));

fn records(organization: Organization, bank_accounts: Vec<BankAccount>) -> IssuingRecords {
    IssuingRecords { bank_accounts, ..IssuingRecords::of(organization) }
}

/// A Slovak VAT payer with accounts in EUR and USD.
pub fn slovak() -> IssuingRecords {
    let organization = Organization {
        id: OrganizationId(Uuid::from_u128(0xA0)),
        name: "Stolárstvo Dubák s.r.o.".into(),
        ico: text("46113177"),
        dic: text("2023227894"),
        ic_dph: text("SK2023227894"),
        vat_payer: true,
        address: address("Drevárska 12", "Žilina", "010 01", "SK"),
        email: text("fakturacia@stolarstvo-dubak.sk"),
        phone: text("+421415551234"),
        registration: text(
            "Obchodný register Okresného súdu Žilina, oddiel: Sro, vložka č. 60123/L",
        ),
        default_due_days: None,
        branding: Branding::default(),
        plan: Plan::Pro,
        created_at: NOW,
    };
    let accounts = vec![
        account(0xE0, Currency::Eur, "SK3112000000198742637541", "TATRSKBX"),
        account(0xE1, Currency::Usd, "SK7411000000002912345678", "TATRSKBX"),
    ];
    records(organization, accounts)
}

/// A Slovak firm that is no VAT payer.
pub fn slovak_nonpayer() -> IssuingRecords {
    let mut records = slovak();
    let organization = &mut records.organization;
    organization.name = "Mária Kováčová – Kvetinka".into();
    organization.ico = text("51234567");
    organization.dic = text("1081234567");
    organization.ic_dph = None;
    organization.vat_payer = false;
    organization.registration = text("Živnostenský register Okresného úradu Žilina č. 580-12345");
    records
}

/// A Czech VAT payer, home currency CZK.
pub fn czech() -> IssuingRecords {
    let organization = Organization {
        id: OrganizationId(Uuid::from_u128(0xA2)),
        name: "Pekárna U Mlýna s.r.o.".into(),
        ico: text("27082440"),
        dic: text("CZ27082440"),
        ic_dph: None,
        vat_payer: true,
        address: address("Mlýnská 5", "Brno", "602 00", "CZ"),
        email: text("ucetni@pekarna-u-mlyna.cz"),
        phone: None,
        registration: text("Krajský soud v Brně, oddíl C, vložka 54321"),
        default_due_days: None,
        branding: Branding::default(),
        plan: Plan::Pro,
        created_at: NOW,
    };
    let accounts = vec![
        account(0xE2, Currency::Czk, "CZ6508000000192000145399", "GIBACZPX"),
        account(0xE3, Currency::Eur, "CZ9455000000001011038930", "RZBCCZPP"),
    ];
    records(organization, accounts)
}

fn parts(street: &str, city: &str, postal_code: &str, country: &str) -> Option<AddressInput> {
    Some(AddressInput::Parts {
        street: text(street),
        city: text(city),
        postal_code: text(postal_code),
        country: text(country),
    })
}

/// A Slovak VAT payer as an inline customer.
pub fn slovak_customer() -> CustomerInput {
    CustomerInput {
        name: text("Nábytok & Syn, a.s."),
        ico: text("31333532"),
        dic: text("2020317068"),
        ic_dph: text("SK2020317068"),
        peppol_id: None,
        address: parts("Hlavná 1", "Košice", "040 01", "SK"),
        email: text("faktury@nabytok-syn.sk"),
        phone: text("+421905123456"),
        profile: None,
    }
}

/// A customer abroad with a VAT identifier.
pub fn foreign_customer(name: &str, vat_id: &str, country: &str) -> CustomerInput {
    CustomerInput {
        name: text(name),
        dic: text(vat_id),
        address: parts("Lange Gasse 7", "Grenzstadt", "A-1080", country),
        ..CustomerInput::default()
    }
}

/// A contact made of an inline customer.
pub fn contact(customer: CustomerInput) -> Contact {
    let Some(AddressInput::Parts { street, city, postal_code, country }) = customer.address else {
        panic!("an address in parts")
    };
    let part = Option::unwrap_or_default;
    let party = Party {
        name: part(customer.name),
        ico: customer.ico,
        dic: customer.dic,
        vat_payer: customer.ic_dph.is_some(),
        ic_dph: customer.ic_dph,
        peppol_id: customer.peppol_id,
        address: Some(address(&part(street), &part(city), &part(postal_code), &part(country))),
        email: customer.email,
        phone: customer.phone,
        registration: None,
    };
    Contact {
        id: ContactId(Uuid::from_u128(0xC0)),
        party,
        profile: customer.profile.unwrap_or_default(),
    }
}

/// A line.
pub fn item(description: &str, quantity: Decimal, price: Decimal, rate: VatRate) -> ItemInput {
    ItemInput {
        description: text(description),
        quantity: Some(quantity),
        unit: None,
        unit_price: Some(price),
        vat_rate: Some(rate),
        ..ItemInput::default()
    }
}

/// A line at rate 0 with a treatment.
pub fn treated(description: &str, price: Decimal, treatment: TaxTreatment) -> ItemInput {
    let line = item(description, Decimal::ONE, price, VatRate::Zero);
    ItemInput { tax_treatment: Some(treatment), ..line }
}

/// A request that is right: one line to a Slovak customer.
pub fn request() -> InvoiceRequest {
    InvoiceRequest {
        customer: Some(slovak_customer()),
        items: Some(vec![item("Dubová stolička", 4.into(), 85.into(), VatRate::TwentyThree)]),
        ..InvoiceRequest::default()
    }
}

/// The request with other lines.
pub fn with_items(items: Vec<ItemInput>) -> InvoiceRequest {
    InvoiceRequest { items: Some(items), ..request() }
}

/// A delivery address in a country.
pub fn delivery_address(country: &str) -> DeliveryAddressInput {
    DeliveryAddressInput {
        name: text("Sklad sever"),
        street: text("Hafenstraße 3"),
        city: text("Linz"),
        zip: text("4020"),
        country: text(country),
    }
}

/// An invoice as it is read: never sent, without notes, and no advance is about it.
pub fn unsent(invoice: AnyInvoice) -> InvoiceState {
    InvoiceState {
        invoice,
        live_send: LiveSend::None,
        notes: Vec::new(),
        advances: AdvanceFacts::default(),
    }
}

/// An invoice to refer to.
pub fn original(invoice_type: InvoiceType, currency: Currency) -> OriginalInvoice {
    OriginalInvoice {
        id: InvoiceId(Uuid::from_u128(0xF0)),
        number: "FA20260001".into(),
        issue_date: date!(2026 - 10 - 30),
        currency: currency.into(),
        invoice_type,
        self_billed: invoice_type == InvoiceType::SelfInvoice,
        status: InvoiceStatus::Issued,
        tax_date: date!(2026 - 10 - 30),
        subtotal: money::MAX_AMOUNT,
        balance: Balance::PAID,
        is_settled: false,
        customer: None,
        taxed: None,
        exemption_reason: None,
        takes_off: false,
        project_id: None,
        notes: Vec::new(),
    }
}
