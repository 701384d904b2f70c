//! The names of elements that these rules speak of.

use crate::names::{Name, ram};

pub(super) use crate::cii::name::*;

pub(super) const BUSINESS_PROCESS: Name = ram("BusinessProcessSpecifiedDocumentContextParameter");
pub(super) const BUYER_REFERENCE: Name = ram("BuyerReference");
pub(super) const CITY: Name = ram("CityName");
pub(super) const COMPLETE_NUMBER: Name = ram("CompleteNumber");
pub(super) const CONTRACT: Name = ram("ContractReferencedDocument");
pub(super) const CREDITOR_INSTITUTION: Name = ram("PayeeSpecifiedCreditorFinancialInstitution");
pub(super) const CREDITOR_REFERENCE: Name = ram("CreditorReferenceID");
pub(super) const DEBTOR_ACCOUNT: Name = ram("PayerPartyDebtorFinancialAccount");
pub(super) const DEBTOR_INSTITUTION: Name = ram("PayerSpecifiedDebtorFinancialInstitution");
pub(super) const EMAIL: Name = ram("EmailURIUniversalCommunication");
pub(super) const MANDATE: Name = ram("DirectDebitMandateID");
pub(super) const PARENT_LINE: Name = ram("ParentLineID");
pub(super) const PAYMENT_TERMS: Name = ram("SpecifiedTradePaymentTerms");
pub(super) const POST_CODE: Name = ram("PostcodeCode");
pub(super) const TELEPHONE: Name = ram("TelephoneUniversalCommunication");
