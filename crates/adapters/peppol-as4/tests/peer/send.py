"""Sends a document (PKI folder, own name, other's name, URL, file, recipient) and verifies the receipt."""
import sys
import urllib.request

from as4 import peppol
from party import Party

folder, own, other, url, document, recipient = sys.argv[1:7]
party = Party(folder)
message = peppol.build_peppol_message(
    payload=open(document, "rb").read(),
    local_party=party.own(own),
    remote_party=party.other(other),
    sender="9915:sender",
    recipient=recipient,
    sender_country_id="SK",
    document_type_identifier_scheme="busdox-docid-qns",
    document_type_identifier_value="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice"
    "##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1",
    process_identifier="urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
)
body, boundary = message.get_request_data()
request = urllib.request.Request(url, data=body, headers=message.get_http_headers(boundary))
answer = urllib.request.urlopen(request).read()
receipt = peppol.parse_peppol_receipt(answer, party.certificate(other))
assert not receipt.errors, receipt.errors
receipt.verify_non_repudiation(message.signed_references)
print("receipt verified")
