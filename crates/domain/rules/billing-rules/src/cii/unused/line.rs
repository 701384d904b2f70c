//! Elements of a line that are not used.

use super::limit::{Limit, preferably_once, unused};

/// Children of a line.
pub(super) static LINE: [Limit; 5] = [
    unused("CII-SR-035", "DescriptionCode"),
    unused("CII-SR-036", "ParentLineID"),
    unused("CII-SR-037", "LineStatusCode"),
    unused("CII-SR-038", "LineStatusReasonCode"),
    unused("CII-SR-221", "IncludedSubordinateTradeLineItem"),
];

/// Children of a line's number and note.
pub(super) static LINE_DOCUMENT: [Limit; 6] = [
    preferably_once("CII-SR-039", "IncludedNote"),
    preferably_once("CII-SR-040", "IncludedNote/Content"),
    unused("CII-SR-041", "IncludedNote/SubjectCode"),
    unused("CII-SR-042", "IncludedNote/ID"),
    unused("CII-SR-043", "IncludedNote/Subject"),
    unused("CII-SR-044", "IncludedNote/ContentCode"),
];

/// Children of a line's delivery.
pub(super) static LINE_DELIVERY: [Limit; 27] = [
    unused("CII-SR-151", "RequestedQuantity"),
    unused("CII-SR-152", "ReceivedQuantity"),
    unused("CII-SR-153", "ChargeFreeQuantity"),
    unused("CII-SR-154", "PackageQuantity"),
    unused("CII-SR-155", "ProductUnitQuantity"),
    unused("CII-SR-156", "PerPackageUnitQuantity"),
    unused("CII-SR-157", "NetWeightMeasure"),
    unused("CII-SR-158", "GrossWeightMeasure"),
    unused("CII-SR-159", "TheoreticalWeightMeasure"),
    unused("CII-SR-160", "DespatchedQuantity"),
    unused("CII-SR-161", "SpecifiedDeliveryAdjustment"),
    unused("CII-SR-162", "IncludedSupplyChainPackaging"),
    unused("CII-SR-163", "RelatedSupplyChainConsignment"),
    unused("CII-SR-164", "ShipToTradeParty"),
    unused("CII-SR-165", "UltimateShipToTradeParty"),
    unused("CII-SR-166", "ShipFromTradeParty"),
    unused("CII-SR-167", "ActualDespatchSupplyChainEvent"),
    unused("CII-SR-168", "ActualPickUpSupplyChainEvent"),
    unused("CII-SR-169", "RequestedDeliverySupplyChainEvent"),
    unused("CII-SR-170", "ActualDeliverySupplyChainEvent"),
    unused("CII-SR-171", "ActualReceiptSupplyChainEvent"),
    unused("CII-SR-172", "AdditionalReferencedDocument"),
    unused("CII-SR-173", "DespatchAdviceReferencedDocument"),
    unused("CII-SR-174", "ReceivingAdviceReferencedDocument"),
    unused("CII-SR-175", "DeliveryNoteReferencedDocument"),
    unused("CII-SR-176", "ConsumptionReportReferencedDocument"),
    unused("CII-SR-177", "PackingListReferencedDocument"),
];
