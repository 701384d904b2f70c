//! Closed sets of names: one list of the domain serves reading and the schema.

use super::{
    field::Field,
    json::{Found, Value},
};
use access::{KeyState, Scope, Tier};
use document_intake::DocumentFormat;
use expenses::{ExpenseStatus, ExpenseType, PaymentStatus};
use invoicing::{InvoiceStatus, InvoiceType, PaymentMethod, Unit, YearStyle};
use languages::Language;
use money::Currency;
use peppol_connector::Dispatch;
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};
use vat_categories::TaxTreatment;

/// Values that are known by their names.
pub(crate) trait Names {
    type Value: Copy + 'static;

    const ALL: &'static [Self::Value];

    fn name(value: Self::Value) -> &'static str;
}

impl<N: Names> Field for N {
    type Value = N::Value;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<N::Value> {
        value.one_of(N::ALL, N::name, found)
    }
}

fn schema<N: Names>(description: &str) -> RefOr<Schema> {
    let names = N::ALL.iter().map(|value| N::name(*value));
    let description = Some(description.trim()).filter(|text| !text.is_empty());
    let object = ObjectBuilder::new().schema_type(Type::String).description(description);
    object.enum_values(Some(names)).into()
}

macro_rules! names {
    ($($(#[doc = $about:literal])? $schema:ident: $value:ty = $all:expr, $name:expr;)+) => {$(
        $(#[doc = $about])?
        #[derive(Debug)]
        pub enum $schema {}

        impl Names for $schema {
            type Value = $value;

            const ALL: &'static [$value] = $all;

            fn name(value: $value) -> &'static str {
                ($name)(value)
            }
        }

        impl PartialSchema for $schema {
            fn schema() -> RefOr<Schema> {
                schema::<Self>(concat!($($about)?))
            }
        }

        impl ToSchema for $schema {
            fn name() -> Cow<'static, str> {
                stringify!($schema).into()
            }
        }
    )+};
}

names! {
    DocumentType: InvoiceType = &InvoiceType::ALL, InvoiceType::name;
    StatusName: InvoiceStatus = &InvoiceStatus::ALL, InvoiceStatus::name;
    PaymentMethodName: PaymentMethod = &PaymentMethod::ALL, PaymentMethod::name;
    RecordedMethodName: PaymentMethod = &PaymentMethod::RECORDED, PaymentMethod::name;
    ExpenseTypeName: ExpenseType = &ExpenseType::ALL, ExpenseType::name;
    ExpenseStatusName: ExpenseStatus = &ExpenseStatus::ALL, ExpenseStatus::name;
    OpenExpenseStatusName: ExpenseStatus = &ExpenseStatus::OPEN, ExpenseStatus::name;
    PaymentStatusName: PaymentStatus = &PaymentStatus::ALL, PaymentStatus::name;
    TaxTreatmentName: TaxTreatment = &TaxTreatment::ALL, TaxTreatment::as_str;
    CurrencyCode: Currency = Currency::ALL, Currency::code;
    LanguageName: Language = &Language::ALL, Language::code;
    UnitName: Unit = &Unit::ALL, Unit::name;
    YearName: YearStyle = &[YearStyle::Four, YearStyle::Two, YearStyle::None], YearStyle::name;
    TierName: Tier = &Tier::ALL, Tier::name;
    ScopeName: Scope = &Scope::ALL, Scope::name;
    KeyStateName: KeyState = &KeyState::ALL, KeyState::name;
    DocumentFormatName: DocumentFormat = &DocumentFormat::ALL, DocumentFormat::name;
    SendModeName: &'static str = &["immediate", "scheduled", "manual"], |name| name;
    /// now (default), or later: stage the document for 7 days
    DispatchName: Dispatch = &[Dispatch::Now, Dispatch::Later], dispatch;
}

const fn dispatch(dispatch: Dispatch) -> &'static str {
    match dispatch {
        Dispatch::Now => "now",
        Dispatch::Later => "later",
    }
}
