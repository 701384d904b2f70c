"""Sends a document with peppol-py through the whole of its flow: name server, SMP, envelope, AS4.
Arguments: PKI folder, own name, issuer of the receiver's certificate, port of the name server, file, recipient."""
import os
import sys
import tempfile
import types

import cryptography.x509 as x509
import dns.resolver

# what checks documents before they are sent is not asked here, and weighs 60 MB
sys.modules["saxonche"] = types.SimpleNamespace(PySaxonProcessor=None)
from peppol_py import sender

folder, own, authority, port, document, recipient = sys.argv[1:7]


class LocalResolver(dns.resolver.Resolver):
    """Asks the name server of the test alone."""

    def __init__(self):
        super().__init__(configure=False)
        self.nameservers, self.port, self.lifetime = ["127.0.0.1"], int(port), 10


def validate_certificate(certificate, _test):
    """Its own trusts the network's authorities alone, and its library does not load with the OpenSSL of today."""
    with open(f"{folder}/{authority}.pem", "rb") as file:
        issuer = x509.load_pem_x509_certificate(file.read())
    x509.load_pem_x509_certificate(certificate).verify_directly_issued_by(issuer)


dns.resolver.Resolver = LocalResolver
sender.validate_certificate = validate_certificate
# the program that it calls to encrypt is one of xmlsec 1.3, which Debian has not
with tempfile.NamedTemporaryFile("w", prefix="xmlsec-", suffix=".py", delete=False) as program:
    with open(os.path.join(os.path.dirname(__file__), "xmlsec_program.py")) as source:
        program.write(f"#!{sys.executable} -B\n{source.read()}")
os.chmod(program.name, 0o700)
try:
    with open(document, "rb") as file:
        sent = sender.send_peppol_document(
            file.read(), program.name, f"{folder}/{own}.key", None, f"{folder}/{own}.pem",
            sender_id="9915:sender", receiver_id=recipient, sender_country="SK",
            document_type_version="2.1", test_environment=True, timeout=20,
        )
finally:
    os.unlink(program.name)
print("receipt taken from", sent["receiver_common_name"], "over", sent["transport_profile"])
