"""Checks cosignatures of a checkpoint (C2SP tlog-cosignature) with Python's cryptography.

Usage: cosignature.py CHECKPOINT VERIFIER_KEY

Prints the time of the cosignature by that key, in seconds since 1970. Exit code 1 where there is none that holds, 3
where the library is missing.
"""

import base64
import hashlib
import sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit(3)


def main(path: str, vkey: str) -> int:
    name, key_id, encoded = vkey.split("+", 2)
    material = base64.b64decode(encoded, validate=True)
    assert len(material) == 33 and material[0] == 4, "not the key of a witness"
    assert hashlib.sha256(name.encode() + b"\n" + material).digest()[:4].hex() == key_id, "not the id of this key"
    with open(path, "rb") as file:
        body, _, below = file.read().rpartition(b"\n\n")
    body += b"\n"
    for line in below.decode().splitlines():
        dash, signer, signature = line.split(" ")
        raw = base64.b64decode(signature, validate=True)
        if dash != "\u2014" or signer != name or raw[:4].hex() != key_id:
            continue
        time = int.from_bytes(raw[4:12], "big")
        message = b"cosignature/v1\ntime %d\n" % time + body
        try:
            Ed25519PublicKey.from_public_bytes(material[1:]).verify(raw[12:], message)
        except InvalidSignature:
            continue
        print(time)
        return 0
    return 1


sys.exit(main(*sys.argv[1:]))
