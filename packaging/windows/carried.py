"""What the zip for Windows carries: Windows' own Python with its libraries, and the packages beside it.

The versions are read out of the files themselves, for what was meant to be in them is not what matters here.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path

# What a file of Windows says of itself, and what a library that is part of another file does.
PRODUCT_VERSION = re.compile("ProductVersion".encode("utf-16-le") + rb"\0+((?:[0-9.]\0)+)")
EXPAT = re.compile(rb"expat_([0-9.]+)")


@dataclass(frozen=True)
class Component:
    """A name, its version, what scanners know it by, and its licence as far as it says."""

    name: str
    version: str
    purl: str
    cpe: str = ""
    licence: str = ""


def carried(python: Path, site: Path) -> list[Component]:
    """What lies in the folder of the embedded Python, then what was installed for it, by name."""
    (library,) = (file for file in python.glob("python3*.dll") if file.name != "python3.dll")
    embedded = [
        _embedded("python:python", product_version(library), "PSF-2.0"),
        _embedded("openssl:openssl", product_version(python / "libcrypto-3.dll"), "Apache-2.0"),
        _embedded("sqlite:sqlite", product_version(python / "sqlite3.dll"), "blessing"),
        _embedded("libexpat_project:libexpat", _found(EXPAT, python / "pyexpat.pyd").decode(), "MIT"),
    ]
    return embedded + sorted(map(_package, site.glob("*.dist-info")), key=lambda one: one.name.lower())


def product_version(file: Path) -> str:
    """As three numbers: Windows knows four."""
    return ".".join(_found(PRODUCT_VERSION, file).decode("utf-16-le").split(".")[:3])


def _found(pattern: re.Pattern[bytes], file: Path) -> bytes:
    found = pattern.search(file.read_bytes())
    if not found:
        raise SystemExit(f"{file.name} does not say which version it is.")
    return found[1]


def _embedded(product: str, version: str, licence: str) -> Component:
    """What no registry of packages knows; lists of known holes name it by its maker and product."""
    name = product.partition(":")[2]
    return Component(
        name, version, f"pkg:generic/{name}@{version}", f"cpe:2.3:a:{product}:{version}:*:*:*:*:*:*:*", licence
    )


def _package(told: Path) -> Component:
    metadata = message_from_bytes((told / "METADATA").read_bytes())
    name, version = metadata["Name"], metadata["Version"]
    return Component(name, version, f"pkg:pypi/{name.lower()}@{version}", "", metadata["License-Expression"] or "")


def as_text(components: Iterable[Component]) -> str:
    """A line for each, for people."""
    return "".join(f"{one.name} {one.version}\n" for one in components)


def as_bill(program: str, version: str, components: Iterable[Component]) -> str:
    """A bill of materials for scanners: CycloneDX 1.6."""
    listed = [
        {"type": "library", "bom-ref": one.purl, "name": one.name, "version": one.version, "purl": one.purl}
        | ({"cpe": one.cpe} if one.cpe else {})
        | ({"licenses": [{"expression": one.licence}]} if one.licence else {})
        for one in components
    ]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": program, "name": program, "version": version}},
        "components": listed,
    }
    return json.dumps(bill, indent=2, ensure_ascii=False) + "\n"
