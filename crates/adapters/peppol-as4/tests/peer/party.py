"""The party of the PyPI package `as4` that both scripts stand for: keys of `fixtures/peppol-network/as4/pki`."""
import pathlib

import as4
from as4 import peppol
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key


class Party:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def certificate(self, name):
        return x509.load_pem_x509_certificate((self.folder / f"{name}.pem").read_bytes())

    def seat(self, name):
        names = self.certificate(name).subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
        return names[0].value

    def own(self, name):
        key = load_pem_private_key((self.folder / f"{name}.key").read_bytes(), None)
        return peppol.create_peppol_internal_party(
            party_id=self.seat(name),
            certificate=self.certificate(name),
            private_key=as4.AS4LocalPrivateKey(key),
        )

    def other(self, name):
        return peppol.create_peppol_external_party(
            party_id=self.seat(name), certificate=self.certificate(name)
        )

    def policy(self):
        return peppol.peppol_security_policy(
            self.certificate("root"), intermediates=[self.certificate("apca")]
        )
