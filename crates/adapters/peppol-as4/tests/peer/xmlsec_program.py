"""What peppol-py asks of the program xmlsec1 from 1.3 on, with PyPI's xmlsec: encrypts its input for a certificate by
the template that is the last argument, with a new key of AES-128."""
import sys

import xmlsec
from lxml import etree

arguments = sys.argv[1:]
certificate = arguments[arguments.index("--pubkey-cert-pem") + 1]
keys = xmlsec.KeysManager()
keys.add_key(xmlsec.Key.from_file(certificate, xmlsec.constants.KeyDataFormatCertPem))
encryption = xmlsec.EncryptionContext(keys)
encryption.key = xmlsec.Key.generate(
    xmlsec.constants.KeyDataAes, 128, xmlsec.constants.KeyDataTypeSession
)
template = etree.parse(arguments[-1]).getroot()
encrypted = encryption.encrypt_binary(template, sys.stdin.buffer.read())
sys.stdout.buffer.write(etree.tostring(encrypted))
