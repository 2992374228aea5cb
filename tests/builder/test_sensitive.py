"""A build warns of probable secrets with file and line, and with --strict publishes none."""

from __future__ import annotations

from pathlib import Path

import pytest
from builder_documents import source_of
from small_site import in_one_script

from chapterverse.config import load_config
from chapterverse.errors import InputError
from chapterverse.pipeline import build
from chapterverse.screening.sensitive import sensitive_in

# Put together here, so that no scanner takes this file for a leak.
RANDOM = "q7Zk2Lw9" + "Xv4Bn8Rt" + "Yc3Md6Pf" + "Hs5Jg1Ea"
SECRETS = {
    "cloud-key": "AKI" + "A3K7QWERTYUIOPZ29",
    "code-host-token": "gh" + "p_" + RANDOM + "q7Zk",
    "chat-token": "xo" + "xb-" + "2847562910-" + RANDOM[:16],
    "map-key": "AI" + "za" + RANDOM + "q7Z",
    "payment-key": "sk_" + "live_" + RANDOM[:24],
    "model-key": "sk" + "-" + RANDOM + "q7Zk",
    "package-token": "np" + "m_" + RANDOM + "q7Zk",
    "signed-token": "ey" + "J" + RANDOM[:20] + ".ey" + "J" + RANDOM + "." + RANDOM,
    "private-key": "-----BEGIN RSA PRIVATE " + "KEY-----\n" + RANDOM * 2,
    "private-key in one line": '"private_key": "-----BEGIN PRIVATE ' + "KEY-----\\n" + RANDOM * 2,
    "private-key with headers": "-----BEGIN RSA PRIVATE "
    "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n" + RANDOM * 2,
    "private-key in armour": "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----\n\n" + RANDOM * 2,
    "private-key of PuTTY": "PuTTY-User-Key-" + "File-2: ssh-rsa",
    "assigned-secret": f'password = "{RANDOM}"',
    "password-in-address": f"postgres://admin:{RANDOM[:12]}@db.internal/x",
    "card-number": "4539 1488 0343 6467",
    "identity-number": "11010519491231002X",
}
HARMLESS = [
    "AKIAIOSFODNN7EXAMPLE",
    "password = your-password-here-0000",
    'token: "<token>"',
    "api_key = os.environ['API_KEY']",
    "secret: changeme123456789",
    "-----BEGIN PRIVATE " + "KEY-----\n...\n",
    '"key": "-----BEGIN PRIVATE ' + 'KEY-----\\n...\\n"',
    "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----\n\n(your key)\n",
    "https://user:password@example.com/",
    "Card 4242 4242 4242 4242 is for tests.",
    "4539 1488 0343 6468",
    "Order 4539148803436467 was sent.",
    "ISBN 978-0-13-468599-1, phone 0123 4567 8901 234",
    "110105194912310021",
    "110105194913310026",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "The password is stored as a hash.",
    "1784562910374655",
]


@pytest.mark.parametrize(("rule", "secret"), SECRETS.items())
def test_a_secret_is_told_with_its_line_but_not_repeated(rule: str, secret: str) -> None:
    found = list(sensitive_in(source_of(f"# A\n\nUse {secret}\n")))
    assert [(one.rule, one.start_line, one.severity) for one in found] == [
        (rule.partition(" ")[0], 3, "warning")
    ]
    assert RANDOM[4:] not in found[0].payload
    assert len(found[0].payload) < 30


@pytest.mark.parametrize("text", HARMLESS)
def test_examples_and_numbers_without_a_checksum_are_no_secrets(text: str) -> None:
    assert list(sensitive_in(source_of(f"# A\n\n{text}\n"))) == []


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    in_one_script(monkeypatch, tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(f"# A\n\n{SECRETS['assigned-secret']}\n")
    return tmp_path


def test_a_build_warns_and_a_strict_one_refuses(root: Path) -> None:
    config = load_config(None, sources=(root / "docs",), out=root / "site", jobs=1)
    summary = build(config, is_evaluated=False)
    assert [(one.source_path, one.start_line) for one in summary.findings] == [("a.md", 3)]
    assert summary.record.unsafe_passages == 0
    strict = load_config(None, sources=(root / "docs",), out=root / "other", jobs=1, is_strict=True)
    with pytest.raises(InputError, match=r"a\.md:3.*assigned-secret"):
        build(strict, is_evaluated=False)
    assert not (root / "other").exists()


def test_an_allowed_document_passes_a_strict_build(root: Path) -> None:
    (root / "chapterverse.toml").write_text(
        '[build]\nsources = ["docs"]\nout = "site"\njobs = 1\nstrict = true\n'
        '[[screening.allow]]\npath = "a.md"\nreason = "revoked long ago"\n'
    )
    summary = build(load_config(root / "chapterverse.toml"), is_evaluated=False)
    assert {one.severity for one in summary.findings} == {"allowed"}
    assert summary.problems == ()
