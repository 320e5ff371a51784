#!/usr/bin/env python3
"""Builds a wheel of the package that carries the shared library: wheel.py LIBRARY FOLDER

A wheel is a zip file with three files of facts about itself (PEP 427). Writing it here needs nothing
but Python, where the usual tools would have to be downloaded. It prints the wheel's path.
"""

import base64
import hashlib
import platform
import re
import sys
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "canopy"
WORDS = dict(re.findall(r'^(version|SONAME) = "(.*)"', (PACKAGE / "_library.py").read_text(), re.M))


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def contents(library: Path) -> dict:
    """Every file of the wheel but the list of them."""
    tag = f"py3-none-linux_{platform.machine()}"
    about = f"canopy-{WORDS['version']}.dist-info"
    files = {f"canopy/{path.name}": path.read_bytes() for path in sorted(PACKAGE.glob("*.py*"))
             if path.is_file()}
    files["canopy/py.typed"] = b""
    files[f"canopy/{WORDS['SONAME']}"] = library.read_bytes()
    files[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: canopy\nVersion: {WORDS['version']}\n"
        "Summary: Parallel game-tree search\nRequires-Python: >=3.8\n").encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: canopy\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    return files


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: wheel.py LIBRARY FOLDER")
    library, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    if not library.is_file():
        sys.exit(f"wheel.py: there is no library {sys.argv[1]}")
    files = contents(library)
    about = f"canopy-{WORDS['version']}.dist-info"
    rows = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{about}/RECORD"] = ("\n".join(rows + [f"{about}/RECORD,,"]) + "\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"canopy-{WORDS['version']}-py3-none-linux_{platform.machine()}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            # A fixed date: the same files give the same wheel.
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print(wheel)


if __name__ == "__main__":
    main()
