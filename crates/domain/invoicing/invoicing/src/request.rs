use crate::{
    Address, BankAccountId, ContactId, DeliveryAddress, InvoiceId, InvoiceType, Line, MailProfile,
    Party, PaymentMethod, Unit, VehicleId,
    numbering::{NumberSeriesAction, TypedNumber},
    records::LogoInput,
    terms::HeaderTexts,
};
use money::{Currency, Decimal, Digits};
use persistence::ids::{ProjectId, StockItemId, WarehouseId};
use time::Date;
use vat_categories::{TaxTreatment, VatRate};

/// The digits that a quantity or a unit price may have: more are a violation, never rounded.
pub const LINE_DIGITS: Digits = Digits { integer: 12, decimal: 6 };

/// Digits of a quantity of stock: more is an error, never rounded.
pub const STOCK_DIGITS: Digits = Digits { integer: 9, decimal: 6 };

/// The digits that an exchange rate may have.
pub const EXCHANGE_RATE_DIGITS: Digits = Digits { integer: 7, decimal: 8 };

/// The most lines of an invoice.
pub const MAX_ITEMS: usize = 1_000;

/// The most advances that one document settles.
pub const MAX_ADVANCES: usize = 50;

/// Longest exemption reason, in characters.
pub(crate) const MAX_EXEMPTION_REASON: usize = 500;

/// A request to issue an invoice. No field is required here: [`crate::check`] reports what is missing, so that all
/// violations are reported at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InvoiceRequest {
    pub invoice_type: Option<InvoiceType>,
    pub customer_id: Option<ContactId>,
    pub customer: Option<CustomerInput>,
    pub items: Option<Vec<ItemInput>>,
    pub vehicle_id: Option<VehicleId>,
    pub vehicle_plate: Option<String>,
    pub payment_method: Option<PaymentMethod>,
    pub currency: Option<Currency>,
    pub exchange_rate: Option<Decimal>,
    pub due_days: Option<i64>,
    pub due_date: Option<Date>,
    pub texts: HeaderTexts,
    pub issue_date: Option<Date>,
    pub delivery_date: Option<Date>,
    pub invoice_number: Option<String>,
    /// How the series continues when the number is the caller's own.
    pub number_series_action: Option<NumberSeriesAction>,
    pub delivery_address: Option<DeliveryAddressInput>,
    pub exemption_reason: Option<String>,
    pub already_paid: Option<bool>,
    /// Whether it is stored as a draft, without a number, until it is issued.
    pub draft: Option<bool>,
    pub attachments: Option<Vec<AttachmentInput>>,
    pub original_invoice_id: Option<InvoiceId>,
    /// The advances that it settles.
    pub advance_invoice_ids: Option<Vec<InvoiceId>>,
    pub bank_account_id: Option<BankAccountId>,
    /// The project; `Some(None)` is explicitly none. Without it the document inherits the project of its original or
    /// of its advances ([`crate::records::inherited_project`]).
    pub project_id: Option<Option<ProjectId>>,
}

/// A customer that is described in the request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomerInput {
    pub name: Option<String>,
    pub ico: Option<String>,
    pub dic: Option<String>,
    pub ic_dph: Option<String>,
    pub peppol_id: Option<String>,
    pub address: Option<AddressInput>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The format of the invoices that it gets by mail.
    pub profile: Option<MailProfile>,
}

/// An organization that a partner creates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrganizationInput {
    /// The fields that a customer has too.
    pub party: CustomerInput,
    /// The text of its registration (BT-33).
    pub registration: Option<String>,
    /// Its country, when the address is not given in parts.
    pub country: Option<String>,
    /// Whether it charges VAT; with an IČ DPH it does in any case.
    pub vat_payer: Option<bool>,
}

/// Settings of an organization to change; `None` leaves one as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingsInput {
    pub name: Option<String>,
    pub address: Option<AddressInput>,
    pub ic_dph: Option<String>,
    pub vat_payer: Option<bool>,
    pub phone: Option<String>,
    pub registration: Option<String>,
    /// `defaultDueDays`: days until due when an invoice names no due date.
    pub default_due_days: Option<i64>,
    /// The account of new invoices in the organization's own currency that name none.
    pub default_bank_account_id: Option<BankAccountId>,
    pub accent_colour: Option<String>,
    /// The logo; `Some(None)` removes it.
    pub logo: Option<Option<LogoInput>>,
}

/// An address as text or in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressInput {
    Text(String),
    Parts {
        street: Option<String>,
        city: Option<String>,
        postal_code: Option<String>,
        country: Option<String>,
    },
}

/// A line of the invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemInput {
    pub description: Option<String>,
    pub quantity: Option<Decimal>,
    pub unit: Option<Unit>,
    pub unit_price: Option<Decimal>,
    pub vat_rate: Option<VatRate>,
    pub tax_treatment: Option<TaxTreatment>,
    /// The stock item of the line.
    pub stock_item_id: Option<StockItemId>,
    /// The warehouse that the item is taken from or returned to. It is only allowed together with an item.
    pub warehouse_id: Option<WarehouseId>,
}

/// The delivery address of the goods.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeliveryAddressInput {
    pub name: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub zip: Option<String>,
    pub country: Option<String>,
}

/// A file, with its base64 already decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttachmentInput {
    pub filename: Option<String>,
    pub mime_code: Option<String>,
    pub content: Option<Vec<u8>>,
    pub description: Option<String>,
}

/// The records of the organization that a request refers to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct References {
    pub invoice_type: InvoiceType,
    pub customer_id: Option<ContactId>,
    pub vehicle_id: Option<VehicleId>,
    /// The plate in its normal form.
    pub vehicle_plate: Option<String>,
    pub original_invoice_id: Option<InvoiceId>,
    pub project_id: Option<ProjectId>,
    /// The advances to settle.
    pub advances: Vec<InvoiceId>,
}

impl References {
    /// Whether the request refers to no record but those of the issuer.
    #[must_use]
    pub fn name_nothing(&self) -> bool {
        let Self { customer_id, vehicle_id, vehicle_plate, .. } = self;
        let Self { original_invoice_id, project_id, advances, .. } = self;
        customer_id.is_none()
            && vehicle_id.is_none()
            && vehicle_plate.is_none()
            && original_invoice_id.is_none()
            && project_id.is_none()
            && advances.is_empty()
    }
}

/// The party with the fields that it has.
impl From<Party> for CustomerInput {
    fn from(party: Party) -> Self {
        Self {
            name: Some(party.name),
            ico: party.ico,
            dic: party.dic,
            ic_dph: party.ic_dph,
            peppol_id: party.peppol_id,
            address: party.address.map(AddressInput::from),
            email: party.email,
            phone: party.phone,
            profile: None,
        }
    }
}

impl From<Address> for AddressInput {
    fn from(address: Address) -> Self {
        AddressInput::Parts {
            street: Some(address.street),
            city: Some(address.city),
            postal_code: Some(address.postal_code),
            country: Some(address.country),
        }
    }
}

impl From<&Line> for ItemInput {
    fn from(line: &Line) -> Self {
        Self {
            description: Some(line.description.clone()),
            quantity: Some(line.quantity),
            unit: Some(line.unit),
            unit_price: Some(line.unit_price),
            vat_rate: Some(line.vat_rate),
            tax_treatment: Some(line.tax_treatment),
            stock_item_id: line.stock.map(|stock| stock.item),
            warehouse_id: line.stock.map(|stock| stock.warehouse),
        }
    }
}

impl From<&DeliveryAddress> for DeliveryAddressInput {
    fn from(address: &DeliveryAddress) -> Self {
        Self {
            name: address.name.clone(),
            street: Some(address.street.clone()),
            city: Some(address.city.clone()),
            zip: Some(address.zip.clone()),
            country: Some(address.country.clone()),
        }
    }
}

impl ItemInput {
    /// A line of this quantity and unit price without VAT, at this VAT rate.
    pub fn new(
        description: &str,
        quantity: impl Into<Decimal>,
        unit_price: impl Into<Decimal>,
        vat_rate: VatRate,
    ) -> Self {
        Self {
            description: Some(description.to_owned()),
            quantity: Some(quantity.into()),
            unit_price: Some(unit_price.into()),
            vat_rate: Some(vat_rate),
            ..Self::default()
        }
    }
}

impl InvoiceRequest {
    /// An invoice to a customer for some items, with defaults for everything else.
    #[must_use]
    pub fn new(customer: impl Into<CustomerInput>, items: Vec<ItemInput>) -> Self {
        Self { customer: Some(customer.into()), items: Some(items), ..Self::default() }
    }

    /// The advances that it names; of too many only the first [`MAX_ADVANCES`] and one more.
    pub(crate) fn named_advances(&self) -> &[InvoiceId] {
        let named = self.advance_invoice_ids.as_deref().unwrap_or_default();
        named.get(..=MAX_ADVANCES).unwrap_or(named)
    }

    /// The number as it was typed.
    pub(crate) fn typed_number(&self) -> TypedNumber {
        TypedNumber {
            invoice_number: self.invoice_number.clone(),
            number_series_action: self.number_series_action,
        }
    }

    /// The records to look up before the request can be checked.
    #[must_use]
    pub fn references(&self) -> References {
        References {
            invoice_type: self.invoice_type.unwrap_or_default(),
            customer_id: self.customer_id,
            vehicle_id: self.vehicle_id,
            vehicle_plate: self.vehicle_plate.as_deref().map(crate::identifiers::normalize_plate),
            original_invoice_id: self.original_invoice_id,
            project_id: self.project_id.flatten(),
            advances: self.named_advances().to_vec(),
        }
    }
}
