"""Holds what we sign and encrypt against libxmlsec1, libxml2 and OpenSSL. The argument is the folder of certificates; on
standard input an SMP answer, a message (Content-Type, body, payload), its receipt and an error about it.

libxmlsec1 knows no signatures of attachments: that of the message is checked by parts. All others it checks whole."""
import base64
import email
import gzip
import hashlib
import pathlib
import sys

import frames
import xmlsec
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from lxml import etree

DS = "http://www.w3.org/2000/09/xmldsig#"
WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
SPACES = {"ds": DS, "xenc": "http://www.w3.org/2001/04/xmlenc#"}
folder = pathlib.Path(sys.argv[1])
answer, content_type, body, payload, receipt, error = frames.read()


def holds(document, name):
    """Whether libxmlsec1 takes the one signature of a document for this certificate's."""
    root = etree.fromstring(document)
    xmlsec.tree.add_ids(root, ["Id"])
    context = xmlsec.SignatureContext()
    certificate = str(folder / f"{name}.pem")
    context.key = xmlsec.Key.from_file(certificate, xmlsec.constants.KeyDataFormatCertPem)
    (signature,) = root.iter(f"{{{DS}}}Signature")
    try:
        context.verify(signature)
    except xmlsec.Error:
        return False
    return True


def check_whole(what, document, name, part):
    assert holds(document, name), f"{what}: the signature does not hold"
    assert not holds(document, "rogue"), f"{what}: it holds for another certificate"
    assert part in document, f"{what}: {part} is not there"
    assert not holds(document.replace(part, part + b"x", 1), name), f"{what}: a change is not seen"


def parts():
    whole = email.message_from_bytes(b"Content-Type: " + content_type + b"\r\n\r\n" + body)
    soap, sealed = whole.get_payload()
    return soap.get_payload(decode=True), sealed.get_payload(decode=True), sealed["Content-ID"].strip("<>")


def opened(root, sealed):
    """The attachment, decrypted with the receiver's key."""
    key = load_pem_private_key((folder / "ap2.key").read_bytes(), None)
    wrapped = root.find(".//xenc:EncryptedKey/xenc:CipherData/xenc:CipherValue", SPACES).text
    oaep = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
    return AESGCM(key.decrypt(base64.b64decode(wrapped), oaep)).decrypt(sealed[:12], sealed[12:], None)


def check_message():
    soap, sealed, content_id = parts()
    root = etree.fromstring(soap)
    packed = opened(root, sealed)
    assert gzip.decompress(packed) == payload, "the payload is another"
    info = root.find(".//ds:SignedInfo", SPACES)
    digests = {one.get("URI"): one.find("ds:DigestValue", SPACES).text for one in info.findall("ds:Reference", SPACES)}
    elements = {"#" + one.get(f"{{{WSU}}}Id"): one for one in root.iter() if one.get(f"{{{WSU}}}Id")}
    for target, value in digests.items():
        is_element = target != f"cid:{content_id}"
        signed = etree.tostring(elements[target], method="c14n", exclusive=True) if is_element else packed
        assert hashlib.sha256(signed).digest() == base64.b64decode(value), f"{target}: another digest"
    assert len(digests) == 3, digests
    value = base64.b64decode(root.find(".//ds:SignatureValue", SPACES).text)
    public = x509.load_pem_x509_certificate((folder / "ap1.pem").read_bytes()).public_key()
    signed = etree.tostring(info, method="c14n", exclusive=True)
    public.verify(value, signed, padding.PKCS1v15(), hashes.SHA256())
    try:
        public.verify(value, signed + b" ", padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return
    raise AssertionError("a change is not seen")


check_whole("SMP answer", answer, "smp", b"0245:2900000015")
check_whole("receipt", receipt, "ap2", b"1@billhook")
check_whole("error", error, "ap2", b"PEPPOL:NOT_SERVICED")
check_message()
print("verified: SMP answer, receipt, error, message")
