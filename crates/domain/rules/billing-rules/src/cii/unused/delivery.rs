//! Elements of the delivery that are not used.

use super::limit::{Limit, unused};

/// Children of the delivery.
pub(super) static DELIVERY: [Limit; 31] = [
    unused("CII-SR-308", "RelatedSupplyChainConsignment"),
    unused("CII-SR-309", "ShipToTradeParty/RoleCode"),
    unused("CII-SR-310", "ShipToTradeParty/Description"),
    unused("CII-SR-311", "ShipToTradeParty/SpecifiedLegalOrganization"),
    unused("CII-SR-312", "ShipToTradeParty/DefinedTradeContact"),
    unused("CII-SR-313", "ShipToTradeParty/URIUniversalCommunication"),
    unused("CII-SR-314", "ShipToTradeParty/SpecifiedTaxRegistration"),
    unused("CII-SR-315", "ShipToTradeParty/EndPointURIUniversalCommunication"),
    unused("CII-SR-316", "ShipToTradeParty/LogoAssociatedSpecifiedBinaryFile"),
    unused("CII-SR-317", "UltimateShipToTradeParty"),
    unused("CII-SR-318", "ShipFromTradeParty"),
    unused("CII-SR-319", "ActualDespatchSupplyChainEvent"),
    unused("CII-SR-320", "ActualPickUpSupplyChainEvent"),
    unused("CII-SR-321", "ActualDeliverySupplyChainEvent/ID"),
    unused("CII-SR-322", "ActualDeliverySupplyChainEvent/OccurrenceDateTime/udt:DateTime"),
    unused("CII-SR-323", "ActualDeliverySupplyChainEvent/TypeCode"),
    unused("CII-SR-324", "ActualDeliverySupplyChainEvent/Description"),
    unused("CII-SR-325", "ActualDeliverySupplyChainEvent/DescriptionBinaryObject"),
    unused("CII-SR-326", "ActualDeliverySupplyChainEvent/UnitQuantity"),
    unused("CII-SR-327", "ActualDeliverySupplyChainEvent/LatestOccurrenceDateTime"),
    unused("CII-SR-328", "ActualDeliverySupplyChainEvent/EarliestOccurrenceDateTime"),
    unused("CII-SR-329", "ActualDeliverySupplyChainEvent/OccurrenceSpecifiedPeriod"),
    unused("CII-SR-330", "ActualDeliverySupplyChainEvent/OccurrenceLogisticsLocation"),
    unused("CII-SR-331", "ActualReceiptSupplyChainEvent"),
    unused("CII-SR-332", "AdditionalReferencedDocument"),
    unused("CII-SR-333", "DespatchAdviceReferencedDocument/LineID"),
    unused("CII-SR-334", "DespatchAdviceReferencedDocument/LineID"),
    unused("CII-SR-335", "DeliveryNoteReferencedDocument"),
    unused("CII-SR-336", "ConsumptionReportReferencedDocument"),
    unused("CII-SR-337", "PreviousDeliverySupplyChainEvent"),
    unused("CII-SR-338", "PackingListReferencedDocument"),
];
