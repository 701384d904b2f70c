//! Elements that are not used wherever their parent stands.

use super::limit::{Limit, forbidden, once, unused};

/// Children of a payment means.
pub(super) static PAYMENT_MEANS: [Limit; 1] =
    [unused("CII-SR-464", "PayerSpecifiedDebtorFinancialInstitution")];

/// Children of an allowance or charge.
pub(super) static ALLOWANCE_CHARGE: [Limit; 3] = [
    once("CII-SR-471", "RateApplicablePercent").about(&["BG-20", "BG-21", "BT-95"]),
    once("CII-SR-472", "CategoryTradeTax").about(&["BG-20", "BG-21", "BT-96"]),
    once("CII-SR-473", "ActualAmount"),
];

/// Children of a price discount.
pub(super) static PRICE_DISCOUNT: [Limit; 1] = [once("CII-SR-440", "ActualAmount")];

/// Children of a referenced document.
pub(super) static REFERENCED_DOCUMENT: [Limit; 10] = [
    forbidden("CII-DT-016", "StatusCode"),
    forbidden("CII-DT-017", "CopyIndicator"),
    forbidden("CII-DT-019", "GlobalID"),
    forbidden("CII-DT-020", "RevisionID"),
    forbidden("CII-DT-023", "Information"),
    forbidden("CII-DT-025", "SectionName"),
    forbidden("CII-DT-026", "PreviousRevisionID"),
    forbidden("CII-DT-028", "EffectiveSpecifiedPeriod"),
    forbidden("CII-DT-029", "IssuerTradeParty"),
    forbidden("CII-DT-030", "AttachedSpecifiedBinaryFile"),
];

/// Children of a tax.
pub(super) static TRADE_TAX: [Limit; 21] = [
    unused("CII-DT-038", "CalculatedRate"),
    unused("CII-DT-039", "CalculationSequenceNumeric"),
    unused("CII-DT-040", "BasisQuantity"),
    unused("CII-DT-042", "UnitBasisAmount"),
    unused("CII-DT-043", "LineTotalBasisAmount"),
    unused("CII-DT-044", "AllowanceChargeBasisAmount"),
    unused("CII-DT-049", "CurrencyCode"),
    unused("CII-DT-050", "Jurisdiction"),
    unused("CII-DT-051", "CustomsDutyIndicator"),
    unused("CII-DT-053", "TaxBasisAllowanceRate"),
    unused("CII-DT-055", "Type"),
    unused("CII-DT-056", "InformationAmount"),
    unused("CII-DT-057", "CategoryName"),
    unused("CII-DT-060", "SpecifiedTradeAccountingAccount"),
    unused("CII-DT-061", "ServiceSupplyTradeCountry"),
    unused("CII-DT-062", "BuyerRepayableTaxSpecifiedTradeAccountingAccount"),
    unused("CII-DT-063", "SellerPayableTaxSpecifiedTradeAccountingAccount"),
    unused("CII-DT-064", "SellerRefundableTaxSpecifiedTradeAccountingAccount"),
    unused("CII-DT-065", "BuyerDeductibleTaxSpecifiedTradeAccountingAccount"),
    unused("CII-DT-066", "BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount"),
    unused("CII-DT-067", "PlaceApplicableTradeLocation"),
];

/// Children of an invoicing period.
pub(super) static PERIOD: [Limit; 14] = [
    forbidden("CII-DT-068", "StartDateTime/udt:DateTime"),
    forbidden("CII-DT-069", "DurationMeasure"),
    forbidden("CII-DT-070", "InclusiveIndicator"),
    forbidden("CII-DT-071", "Description"),
    forbidden("CII-DT-072", "EndDateTime/udt:DateTime"),
    forbidden("CII-DT-073", "CompleteDateTime"),
    forbidden("CII-DT-074", "OpenIndicator"),
    forbidden("CII-DT-075", "SeasonCode"),
    forbidden("CII-DT-076", "ID"),
    forbidden("CII-DT-077", "Name"),
    forbidden("CII-DT-078", "SequenceNumeric"),
    forbidden("CII-DT-079", "StartDateFlexibilityCode"),
    forbidden("CII-DT-080", "ContinuousIndicator"),
    forbidden("CII-DT-081", "PurposeCode"),
];

/// Children of an address.
pub(super) static ADDRESS: [Limit; 14] = [
    forbidden("CII-DT-082", "ID"),
    forbidden("CII-DT-083", "PostOfficeBox"),
    forbidden("CII-DT-084", "BuildingName"),
    forbidden("CII-DT-086", "LineFour"),
    forbidden("CII-DT-087", "LineFive"),
    forbidden("CII-DT-088", "StreetName"),
    forbidden("CII-DT-089", "CitySubDivisionName"),
    forbidden("CII-DT-090", "CountryName"),
    forbidden("CII-DT-091", "CountrySubDivisionID"),
    forbidden("CII-DT-092", "AttentionOf"),
    forbidden("CII-DT-093", "CareOf"),
    forbidden("CII-DT-094", "BuildingNumber"),
    forbidden("CII-DT-095", "DepartmentName"),
    forbidden("CII-DT-096", "AdditionalStreetName"),
];
