"""A device that makes passkeys and signs with them, as a phone does, but without anybody's finger."""

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


@dataclass
class Passkey:
    """One passkey; it answers at whichever address it is asked, of which browsers take care otherwise."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    account: str = ""
    flags: FLAG = FLAG.UP | FLAG.UV

    def made(self, options, origin):
        """The answer to the question for a new passkey."""
        asked = options["publicKey"]
        self.account = asked["user"]["id"]
        held = AttestedCredentialData.create(bytes(16), self.id, ES256.from_cryptography_key(self.key.public_key()))
        data = AuthenticatorData.create(_digest(asked["rp"]["id"]), self.flags | FLAG.AT, 0, held)
        client = CollectedClientData.create("webauthn.create", asked["challenge"], origin)
        return self._answer(client, attestationObject=AttestationObject.create("none", data, {}))

    def used(self, options, origin):
        """The answer to the question for this passkey."""
        asked = options["publicKey"]
        data = AuthenticatorData.create(_digest(asked["rpId"]), self.flags, 0)
        client = CollectedClientData.create("webauthn.get", asked["challenge"], origin)
        signature = self.key.sign(data + client.hash, ec.ECDSA(SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature, userHandle=self.account)

    def _answer(self, client, **response):
        texts = {name: value if isinstance(value, str) else websafe_encode(value) for name, value in response.items()}
        own = websafe_encode(self.id)
        return json.dumps(
            {
                "id": own,
                "rawId": own,
                "type": "public-key",
                "response": {"clientDataJSON": websafe_encode(client), **texts},
                "clientExtensionResults": {},
            }
        )


def _digest(host):
    return sha256(host.encode()).digest()
