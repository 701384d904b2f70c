//! Builders: values that are right in every detail, to be changed where a test needs it.

use access::{
    ApiKeyId, NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId, PartnerId, Plan, Role,
    Scopes, Tier, UserId,
};
use idempotency::{Answer, Fingerprint, Key, Lease, LeaseToken, UnwritableAnswer};
use invoicing::{
    Address, AttachmentId, AttachmentInfo, BankAccount, BankAccountId, Contact, ContactId,
    DeliveryAddress, Document, Draft, InvoiceId, InvoiceType, Issued, Line, Organization,
    OriginalReference, Party, PaymentId, PaymentMethod, Totals, Unit, VatBreakdown, Vehicle,
    VehicleId,
    figures::Usage,
    numbering::{NumberSource, Series, SeriesFormat},
    records::Branding,
    states::Links,
    terms::HeaderTexts,
};
use money::Currency;
use rust_decimal::{Decimal, dec};
use time::{OffsetDateTime, macros::date, macros::datetime};
use uuid::Uuid;
use vat_categories::{TaxTreatment, VatCategory, VatRate};

/// The moment at which built things happen.
pub const NOW: OffsetDateTime = datetime!(2026-11-21 10:00:00.123456 UTC);

/// A new id, later than all before.
#[must_use]
pub fn id() -> Uuid {
    Uuid::now_v7()
}

/// A Slovak VAT payer with a new id.
#[must_use]
pub fn organization() -> Organization {
    Organization {
        id: OrganizationId(id()),
        name: "Müller & synovia, s. r. o.".into(),
        ico: Some("12345678".into()),
        dic: Some("2020202020".into()),
        ic_dph: Some("SK2020202020".into()),
        vat_payer: true,
        address: address(),
        email: Some("faktury@example.sk".into()),
        phone: Some("+421905123456".into()),
        registration: Some("OR OS Bratislava I, oddiel Sro, vložka č. 1/B".into()),
        default_due_days: Some(21),
        branding: Branding::default(),
        plan: Plan::Pro,
        created_at: NOW,
    }
}

/// A Slovak address.
#[must_use]
pub fn address() -> Address {
    Address {
        street: "Hlavná 1".into(),
        city: "Žilina".into(),
        postal_code: "010 01".into(),
        country: "SK".into(),
    }
}

/// A customer with a new id.
#[must_use]
pub fn contact(name: &str) -> Contact {
    let party = Party {
        name: name.into(),
        ico: Some("87654321".into()),
        dic: Some("2021212121".into()),
        ic_dph: None,
        peppol_id: None,
        address: Some(address()),
        email: None,
        phone: None,
        registration: None,
        vat_payer: true,
    };
    Contact::new(ContactId(id()), party)
}

/// A euro account with a new id.
#[must_use]
pub fn bank_account() -> BankAccount {
    BankAccount {
        id: BankAccountId(id()),
        currency: Currency::Eur,
        iban: "SK3112000000198742637541".into(),
        bic: Some("TATRSKBX".into()),
        bank_name: Some("Tatra banka".into()),
        is_default: true,
    }
}

/// A vehicle with a new id.
#[must_use]
pub fn vehicle(plate: &str) -> Vehicle {
    Vehicle { id: VehicleId(id()), plate: plate.into() }
}

/// A user with a new id and e-mail address.
#[must_use]
pub fn user(organization: OrganizationId, role: Role) -> NewUser {
    let id = id();
    NewUser {
        id: UserId(id),
        email: format!("{id}@example.sk"),
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".into(),
        memberships: vec![(organization, role)],
    }
}

/// A partner with a new id.
#[must_use]
pub fn partner(organizations: &[OrganizationId]) -> NewPartner {
    let organizations = organizations.to_vec();
    NewPartner { id: PartnerId(id()), name: "Účtovníci".into(), organizations }
}

/// A key with a hash of its own.
#[must_use]
pub fn key(owner: NewKeyOwner, tier: Tier) -> NewKey {
    let id = id();
    let mut hash = [7; 32];
    hash[..16].copy_from_slice(id.as_bytes());
    NewKey {
        id: ApiKeyId(id),
        hash,
        hint: "svc_test_abcd".into(),
        tier,
        scopes: Scopes::ALL,
        owner,
        name: None,
        expires_at: None,
        created_by: None,
    }
}

/// A draft of an invoice for a new contact, numbered by the default series of 2026.
#[must_use]
pub fn draft(organization: OrganizationId) -> Draft {
    draft_of(organization, InvoiceType::Invoice)
}

/// A draft of any type.
#[must_use]
pub fn draft_of(organization: OrganizationId, invoice_type: InvoiceType) -> Draft {
    let customer = contact("ACME Slovakia, a. s.");
    Draft {
        id: InvoiceId(id()),
        payment_id: PaymentId(id()),
        organization,
        number: NumberSource::Series(Series {
            invoice_type,
            format: SeriesFormat::default_for(invoice_type),
            year: 2026,
        }),
        document: document(invoice_type, &customer),
        new_contact: Some(customer),
        files: Vec::new(),
        set_against: Decimal::ZERO,
        wanted_rate: None,
        now: NOW,
        links: Links::to("https://billhook.example"),
        usage: usage(Plan::Pro),
        by: None,
    }
}

/// How an invoice counts that is issued [`NOW`].
#[must_use]
pub fn usage(plan: Plan) -> Usage {
    Usage::of(plan, NOW)
}

/// The draft with a total, all of it without VAT.
#[must_use]
pub fn with_total(mut draft: Draft, total: Decimal) -> Draft {
    draft.document.totals = Totals { subtotal: total, vat_total: Decimal::ZERO, total };
    for row in &mut draft.document.vat_breakdown {
        (row.taxable_amount, row.tax_amount) = (total, Decimal::ZERO);
    }
    draft
}

/// The draft with a number of its own.
#[must_use]
pub fn with_number(mut draft: Draft, number: &str) -> Draft {
    draft.number = NumberSource::Own(number.into());
    draft
}

/// The draft with files of these contents.
#[must_use]
pub fn with_files(mut draft: Draft, contents: &[&[u8]]) -> Draft {
    draft.files = contents.iter().map(|content| content.to_vec()).collect();
    let info = |(i, content): (usize, &&[u8])| AttachmentInfo {
        id: AttachmentId(id()),
        filename: format!("príloha {i}.pdf"),
        mime_code: "application/pdf".into(),
        description: (i == 0).then(|| "Zmluva".into()),
        size: content.len() as u64,
    };
    draft.document.attachments = contents.iter().enumerate().map(info).collect();
    draft
}

fn document(invoice_type: InvoiceType, customer: &Contact) -> Document {
    Document {
        invoice_type,
        self_billed: false,
        number: String::new(),
        variable_symbol: None,
        issue_date: date!(2026 - 11 - 21),
        delivery_date: Some(date!(2026 - 11 - 20)),
        due_date: date!(2026 - 12 - 05),
        texts: HeaderTexts {
            order_number: Some("OBJ-17".into()),
            buyer_reference: Some("stredisko 12".into()),
            project_reference: Some("P-7".into()),
            note: Some("Ďakujeme.\nTeším sa \"znova\".".into()),
            internal_note: Some("len pre nás".into()),
        },
        seller: organization().as_party(),
        buyer: customer.party.clone(),
        customer_id: customer.id,
        delivery_address: Some(DeliveryAddress {
            name: None,
            street: "Sklad 2".into(),
            city: "Košice".into(),
            zip: "040 01".into(),
            country: "SK".into(),
        }),
        lines: vec![line()],
        vat_breakdown: vec![breakdown()],
        totals: Totals { subtotal: dec!(0.13), vat_total: dec!(0.03), total: dec!(0.16) },
        currency: Currency::Eur,
        home_currency: Currency::Eur,
        exchange_rate: None,
        rate_looked_up: false,
        payment_method: PaymentMethod::BankTransfer,
        bank_account: Some(bank_account()),
        already_paid: false,
        original: invoice_type.is_note().then(|| OriginalReference {
            id: InvoiceId(id()),
            number: "FA20250001".into(),
            issue_date: date!(2025 - 01 - 02),
            tax_date: None,
        }),
        advances: Vec::new(),
        vehicle: Some(vehicle("BA123XY")),
        attachments: Vec::new(),
        contract_id: None,
        project_id: None,
        branding: Branding::default(),
    }
}

fn line() -> Line {
    Line {
        description: "Práca – 1,5 h".into(),
        quantity: dec!(0.123456),
        unit: Unit::Hour,
        unit_price: dec!(1.050000),
        vat_rate: VatRate::TwentyThree,
        tax_treatment: TaxTreatment::default(),
        vat_category: VatCategory::Standard,
        net_amount: dec!(0.13),
        advance: None,
        stock: None,
    }
}

fn breakdown() -> VatBreakdown {
    VatBreakdown {
        category: VatCategory::Standard,
        rate: VatRate::TwentyThree,
        taxable_amount: dec!(0.13),
        tax_amount: dec!(0.03),
        exemption_reason: None,
        exemption_code: None,
    }
}

/// An answer to a request that issues an invoice.
///
/// # Errors
/// None: a number can be written.
pub fn respond(issued: &Issued<'_>) -> Result<Answer, UnwritableAnswer> {
    let number = &issued.invoice.document.number;
    Ok(Answer { status: 201, body: format!("{{\"číslo\":\"{number}\"}}").into_bytes() })
}

/// A lease of the operation `invoices.create` with a token of its own.
///
/// # Panics
/// When `key` cannot be a key.
#[must_use]
pub fn lease(key: &str) -> Lease {
    let key = Key::parse(key).expect("a key");
    Lease::new("invoices.create", Tier::Live, key, LeaseToken(Uuid::new_v4()))
}

/// A fingerprint of a body.
#[must_use]
pub fn fingerprint(body: u8) -> Fingerprint {
    Fingerprint([body; 32])
}
