//! Elements of the totals that are not used.

use super::limit::{Limit, once, unused};

/// Children of the totals.
pub(super) static SUMMATION: [Limit; 28] = [
    unused("CII-SR-411", "InformationAmount"),
    unused("CII-SR-412", "TotalDiscountAmount"),
    unused("CII-SR-413", "TotalAllowanceChargeAmount"),
    unused("CII-SR-414", "RetailValueExcludingTaxInformationAmount"),
    unused("CII-SR-415", "TotalDepositFeeInformationAmount"),
    unused("CII-SR-416", "ProductValueExcludingTobaccoTaxInformationAmount"),
    unused("CII-SR-417", "TotalRetailValueInformationAmount"),
    unused("CII-SR-418", "GrossLineTotalAmount"),
    unused("CII-SR-419", "NetLineTotalAmount"),
    unused("CII-SR-420", "NetIncludingTaxesLineTotalAmount"),
    once("CII-SR-477", "LineTotalAmount"),
    once("CII-SR-478", "ChargeTotalAmount"),
    once("CII-SR-479", "AllowanceTotalAmount"),
    once("CII-SR-480", "TaxBasisTotalAmount"),
    once("CII-SR-481", "RoundingAmount"),
    once("CII-SR-482", "GrandTotalAmount"),
    once("CII-SR-483", "InformationAmount"),
    once("CII-SR-484", "TotalPrepaidAmount"),
    once("CII-SR-485", "TotalDiscountAmount"),
    once("CII-SR-486", "TotalAllowanceChargeAmount"),
    once("CII-SR-487", "DuePayableAmount"),
    once("CII-SR-488", "RetailValueExcludingTaxInformationAmount"),
    once("CII-SR-489", "TotalDepositFeeInformationAmount"),
    once("CII-SR-490", "ProductValueExcludingTobaccoTaxInformationAmount"),
    once("CII-SR-491", "TotalRetailValueInformationAmount"),
    once("CII-SR-492", "GrossLineTotalAmount"),
    once("CII-SR-493", "NetLineTotalAmount"),
    once("CII-SR-494", "NetIncludingTaxesLineTotalAmount"),
];
