"""The containers of a protected scope: how a passphrase becomes keys, and a file a container.

A passphrase gives a *scope key* (PBKDF2-SHA256; salt and iterations lie beside the containers), and
this gives three keys (HKDF-SHA256): one encrypts, one names, one makes nonces. The browser does the
same with WebCrypto (`web/app/seal.js`).

    container = "CVS1" · nonce (12 bytes) · AES-256-GCM(gzip(file)), bound to scope and name
    name      = HMAC(naming key, path), so that no path can be read or guessed from it
    nonce     = HMAC(nonce key, name, file): the same file gives the same bytes in every build, and
                two different files never share a nonce but by a collision of 96 bits
"""

from __future__ import annotations

import gzip
import hmac
import json
import re
import unicodedata
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

SEAL_FORMAT = 1
SEAL_NAME = "seal.json"
# Well above the 600,000 that OWASP asked for in 2023: about half a second in a reader's browser.
ITERATIONS = 1_000_000
KEY_BYTES = 32
SALT_BYTES = 16
NONCE_BYTES = 12
NAME_DIGITS = 32
_MAGIC = b"CVS1"
_SCOPE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class SealBroken(ValueError):
    """A container that another passphrase sealed, or that was changed."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The keys of one protected scope, and the salt that its passphrase was stretched with."""

    scope: str
    salt: bytes
    encryption_key: bytes
    naming_key: bytes
    nonce_key: bytes

    @classmethod
    def of(cls, scope: str, passphrase: str, salt: bytes) -> Seal:
        """Return the keys that a passphrase gives; slow on purpose (a tenth of a second, in a browser half a second)."""
        stretch = PBKDF2HMAC(SHA256(), KEY_BYTES, salt, ITERATIONS)
        scope_key = stretch.derive(normal_passphrase(passphrase).encode())
        return cls(
            scope,
            salt,
            *(_derived(scope_key, use) for use in ("encrypt", "name", "nonce")),
        )

    def name_of(self, path: str) -> str:
        """Return the name of the container of a file."""
        return self._mac(self.naming_key, path.encode("utf-8", "surrogatepass"))[:NAME_DIGITS]

    def key_of(self, path: str, key: str) -> str:
        """Return what stands for a file's key in places that outsiders may see."""
        made_from = f"{path}\0{key}".encode("utf-8", "surrogatepass")
        return self._mac(self.nonce_key, b"key\0" + made_from)

    def sealed(self, path: str, data: bytes) -> bytes:
        """Return the container of a file; the same file gives the same bytes."""
        name = self.name_of(path)
        packed = gzip.compress(data, 9, mtime=0)
        nonce = hmac.digest(self.nonce_key, f"{name}\0".encode() + packed, "sha256")[:NONCE_BYTES]
        return _MAGIC + nonce + AESGCM(self.encryption_key).encrypt(nonce, packed, self._bond(name))

    def opened(self, name: str, container: bytes) -> bytes:
        """Return the file in a container; raise SealBroken for one that is not of this seal."""
        nonce, body = container[4 : 4 + NONCE_BYTES], container[4 + NONCE_BYTES :]
        if container[:4] != _MAGIC or len(nonce) < NONCE_BYTES:
            raise SealBroken(f"{name}: not a container")
        try:
            packed = AESGCM(self.encryption_key).decrypt(nonce, body, self._bond(name))
        except InvalidTag:
            raise SealBroken(f"{name}: another passphrase, or changed") from None
        return gzip.decompress(packed)

    def header(self) -> bytes:
        """Return `seal.json`: all that a browser needs beside the passphrase, none of it secret."""
        kdf = {
            "name": "PBKDF2",
            "hash": "SHA-256",
            "iterations": ITERATIONS,
            "salt": b64encode(self.salt).decode(),
        }
        fields = {
            "format": SEAL_FORMAT,
            "scope": self.scope,
            "kdf": kdf,
            "cipher": "AES-256-GCM",
            "catalogue": self.name_of(CATALOGUE_PATH),
        }
        return (json.dumps(fields, indent=1) + "\n").encode()

    def _bond(self, name: str) -> bytes:
        return f"chapterverse/{SEAL_FORMAT}/{self.scope}/{name}".encode()

    @staticmethod
    def _mac(key: bytes, data: bytes) -> str:
        return hmac.digest(key, data, "sha256").hex()


CATALOGUE_PATH = "catalogue.json"


def salt_of(text: str) -> bytes:
    """Return the salt that a text gives: unique is enough, it need not be secret."""
    return sha256(f"chapterverse/salt/{text}".encode()).digest()[:SALT_BYTES]


def normal_passphrase(passphrase: str) -> str:
    """Return a passphrase as it is stretched: however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", passphrase)


def is_scope_name(name: str) -> bool:
    """Tell whether a scope's name may stand in the address of its pages."""
    return bool(_SCOPE_NAME.fullmatch(name))


def _derived(scope_key: bytes, use: str) -> bytes:
    info = f"chapterverse/{SEAL_FORMAT}/{use}".encode()
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=info).derive(scope_key)
