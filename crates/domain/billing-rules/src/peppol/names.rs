//! The names of the elements that the Peppol rules speak of.

use crate::names::{Name, cac, cbc};

pub(super) use crate::names::{CREDIT_NOTE, INVOICE};

pub(super) const ACCOUNTING_CUSTOMER_PARTY: Name = cac("AccountingCustomerParty");
pub(super) const ACCOUNTING_SUPPLIER_PARTY: Name = cac("AccountingSupplierParty");
pub(super) const ADDITIONAL_DOCUMENT_REFERENCE: Name = cac("AdditionalDocumentReference");
pub(super) const ADDRESS: Name = cac("Address");
pub(super) const ALLOWANCE_CHARGE: Name = cac("AllowanceCharge");
pub(super) const ATTACHMENT: Name = cac("Attachment");
pub(super) const BILLING_REFERENCE: Name = cac("BillingReference");
pub(super) const CARD_ACCOUNT: Name = cac("CardAccount");
pub(super) const CLASSIFIED_TAX_CATEGORY: Name = cac("ClassifiedTaxCategory");
pub(super) const COMMODITY_CLASSIFICATION: Name = cac("CommodityClassification");
pub(super) const CONTACT: Name = cac("Contact");
pub(super) const COUNTRY: Name = cac("Country");
pub(super) const CREDIT_NOTE_LINE: Name = cac("CreditNoteLine");
pub(super) const DELIVERY: Name = cac("Delivery");
pub(super) const DELIVERY_LOCATION: Name = cac("DeliveryLocation");
pub(super) const DOCUMENT_REFERENCE: Name = cac("DocumentReference");
pub(super) const EXTERNAL_REFERENCE: Name = cac("ExternalReference");
pub(super) const FINANCIAL_INSTITUTION_BRANCH: Name = cac("FinancialInstitutionBranch");
pub(super) const INVOICE_DOCUMENT_REFERENCE: Name = cac("InvoiceDocumentReference");
pub(super) const INVOICE_LINE: Name = cac("InvoiceLine");
pub(super) const INVOICE_PERIOD: Name = cac("InvoicePeriod");
pub(super) const ITEM: Name = cac("Item");
pub(super) const LEGAL_MONETARY_TOTAL: Name = cac("LegalMonetaryTotal");
pub(super) const ORDER_LINE_REFERENCE: Name = cac("OrderLineReference");
pub(super) const ORDER_REFERENCE: Name = cac("OrderReference");
pub(super) const PARTY: Name = cac("Party");
pub(super) const PARTY_IDENTIFICATION: Name = cac("PartyIdentification");
pub(super) const PARTY_LEGAL_ENTITY: Name = cac("PartyLegalEntity");
pub(super) const PARTY_NAME: Name = cac("PartyName");
pub(super) const PARTY_TAX_SCHEME: Name = cac("PartyTaxScheme");
pub(super) const PAYEE_FINANCIAL_ACCOUNT: Name = cac("PayeeFinancialAccount");
pub(super) const PAYEE_PARTY: Name = cac("PayeeParty");
pub(super) const PAYER_FINANCIAL_ACCOUNT: Name = cac("PayerFinancialAccount");
pub(super) const PAYMENT_MANDATE: Name = cac("PaymentMandate");
pub(super) const PAYMENT_MEANS: Name = cac("PaymentMeans");
pub(super) const PAYMENT_TERMS: Name = cac("PaymentTerms");
pub(super) const POSTAL_ADDRESS: Name = cac("PostalAddress");
pub(super) const PRICE: Name = cac("Price");
pub(super) const TAX_CATEGORY: Name = cac("TaxCategory");
pub(super) const TAX_REPRESENTATIVE_PARTY: Name = cac("TaxRepresentativeParty");
pub(super) const TAX_SCHEME: Name = cac("TaxScheme");
pub(super) const TAX_SUBTOTAL: Name = cac("TaxSubtotal");
pub(super) const TAX_TOTAL: Name = cac("TaxTotal");

pub(super) const ACTUAL_DELIVERY_DATE: Name = cbc("ActualDeliveryDate");
pub(super) const ALLOWANCE_CHARGE_REASON: Name = cbc("AllowanceChargeReason");
pub(super) const ALLOWANCE_CHARGE_REASON_CODE: Name = cbc("AllowanceChargeReasonCode");
pub(super) const ALLOWANCE_TOTAL_AMOUNT: Name = cbc("AllowanceTotalAmount");
pub(super) const AMOUNT: Name = cbc("Amount");
pub(super) const BASE_AMOUNT: Name = cbc("BaseAmount");
pub(super) const BASE_QUANTITY: Name = cbc("BaseQuantity");
pub(super) const BUYER_REFERENCE: Name = cbc("BuyerReference");
pub(super) const CHARGE_INDICATOR: Name = cbc("ChargeIndicator");
pub(super) const CHARGE_TOTAL_AMOUNT: Name = cbc("ChargeTotalAmount");
pub(super) const CITY_NAME: Name = cbc("CityName");
pub(super) const COMPANY_ID: Name = cbc("CompanyID");
pub(super) const CREDIT_NOTE_TYPE_CODE: Name = cbc("CreditNoteTypeCode");
pub(super) const CREDITED_QUANTITY: Name = cbc("CreditedQuantity");
pub(super) const CUSTOMIZATION_ID: Name = cbc("CustomizationID");
pub(super) const DESCRIPTION_CODE: Name = cbc("DescriptionCode");
pub(super) const DOCUMENT_CURRENCY_CODE: Name = cbc("DocumentCurrencyCode");
pub(super) const DOCUMENT_DESCRIPTION: Name = cbc("DocumentDescription");
pub(super) const DOCUMENT_TYPE_CODE: Name = cbc("DocumentTypeCode");
pub(super) const DUE_DATE: Name = cbc("DueDate");
pub(super) const ELECTRONIC_MAIL: Name = cbc("ElectronicMail");
pub(super) const EMBEDDED_DOCUMENT_BINARY_OBJECT: Name = cbc("EmbeddedDocumentBinaryObject");
pub(super) const END_DATE: Name = cbc("EndDate");
pub(super) const ENDPOINT_ID: Name = cbc("EndpointID");
pub(super) const ID: Name = cbc("ID");
pub(super) const IDENTIFICATION_CODE: Name = cbc("IdentificationCode");
pub(super) const INVOICE_TYPE_CODE: Name = cbc("InvoiceTypeCode");
pub(super) const INVOICED_QUANTITY: Name = cbc("InvoicedQuantity");
pub(super) const ISSUE_DATE: Name = cbc("IssueDate");
pub(super) const ITEM_CLASSIFICATION_CODE: Name = cbc("ItemClassificationCode");
pub(super) const LINE_EXTENSION_AMOUNT: Name = cbc("LineExtensionAmount");
pub(super) const LINE_ID: Name = cbc("LineID");
pub(super) const MULTIPLIER_FACTOR_NUMERIC: Name = cbc("MultiplierFactorNumeric");
pub(super) const NAME: Name = cbc("Name");
pub(super) const NOTE: Name = cbc("Note");
pub(super) const PAYABLE_AMOUNT: Name = cbc("PayableAmount");
pub(super) const PAYABLE_ROUNDING_AMOUNT: Name = cbc("PayableRoundingAmount");
pub(super) const PAYMENT_ID: Name = cbc("PaymentID");
pub(super) const PAYMENT_MEANS_CODE: Name = cbc("PaymentMeansCode");
pub(super) const PERCENT: Name = cbc("Percent");
pub(super) const POSTAL_ZONE: Name = cbc("PostalZone");
pub(super) const PREPAID_AMOUNT: Name = cbc("PrepaidAmount");
pub(super) const PRICE_AMOUNT: Name = cbc("PriceAmount");
pub(super) const PROFILE_ID: Name = cbc("ProfileID");
pub(super) const START_DATE: Name = cbc("StartDate");
pub(super) const STREET_NAME: Name = cbc("StreetName");
pub(super) const TAX_AMOUNT: Name = cbc("TaxAmount");
pub(super) const TAX_CURRENCY_CODE: Name = cbc("TaxCurrencyCode");
pub(super) const TAX_EXCLUSIVE_AMOUNT: Name = cbc("TaxExclusiveAmount");
pub(super) const TAX_EXEMPTION_REASON_CODE: Name = cbc("TaxExemptionReasonCode");
pub(super) const TAX_INCLUSIVE_AMOUNT: Name = cbc("TaxInclusiveAmount");
pub(super) const TAX_POINT_DATE: Name = cbc("TaxPointDate");
pub(super) const TAXABLE_AMOUNT: Name = cbc("TaxableAmount");
pub(super) const TELEPHONE: Name = cbc("Telephone");
pub(super) const URI: Name = cbc("URI");

/// The seller's country, from the document element.
pub(super) const SUPPLIER_COUNTRY: &[Name] =
    &[ACCOUNTING_SUPPLIER_PARTY, PARTY, POSTAL_ADDRESS, COUNTRY, IDENTIFICATION_CODE];
/// The buyer's country, from the document element.
pub(super) const CUSTOMER_COUNTRY: &[Name] =
    &[ACCOUNTING_CUSTOMER_PARTY, PARTY, POSTAL_ADDRESS, COUNTRY, IDENTIFICATION_CODE];
/// The country of the seller's tax representative, from the document element.
pub(super) const REPRESENTATIVE_COUNTRY: &[Name] =
    &[TAX_REPRESENTATIVE_PARTY, POSTAL_ADDRESS, COUNTRY, IDENTIFICATION_CODE];
