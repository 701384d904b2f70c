//! Contracts that tests start from.

use crate::build::{self, NOW};
use access::{ApiKeyId, Credential, OrganizationId, Tier};
use contracts::{
    Billing, Contract, ContractId, ContractState, Interval, Item, Schedule, Sending, TaxPoint,
    Terms,
};
use invoicing::{Contact, PaymentMethod, terms::HeaderTexts};
use money::Currency;
use rust_decimal::dec;
use time::macros::date;
use vat_categories::VatRate;

/// Monthly from 1 November 2026, invoiced on the 21st: the first period is due at [`NOW`].
#[must_use]
pub fn contract(organization: OrganizationId, customer: &Contact) -> Contract {
    Contract {
        id: ContractId(build::id()),
        organization,
        tier: Tier::Test,
        name: Some("Nájom".into()),
        terms: terms(customer),
        schedule: Schedule {
            interval: Interval::Monthly,
            start: date!(2026 - 11 - 01),
            day_of_month: 21,
            billing: Billing::InAdvance,
        },
        end_date: None,
        send: Sending::None,
        state: ContractState::Active,
        next: 0,
        catching_up: false,
        problem: None,
        version: 1,
        created_at: NOW,
        changed_by: Some(Credential::Key(ApiKeyId(build::id()))),
    }
}

fn terms(customer: &Contact) -> Terms {
    Terms {
        customer_id: customer.id,
        items: vec![Item {
            description: "Nájom {month}/{year}".into(),
            quantity: dec!(1),
            unit: None,
            unit_price: dec!(100),
            vat_rate: VatRate::TwentyThree,
            tax_treatment: None,
            stock: None,
        }],
        currency: Currency::Eur,
        payment_method: PaymentMethod::BankTransfer,
        bank_account_id: None,
        due_days: Some(14),
        texts: HeaderTexts::default(),
        exemption_reason: None,
        delivery_address: None,
        tax_point: TaxPoint::DueDay,
        project_id: None,
    }
}
