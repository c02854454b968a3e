"""Builds the package, without any package: a wheel of files of Python is a zip with three lists.

pip calls these functions as PEP 517 and PEP 660 name them.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional

_root = Path(__file__).resolve().parent.parent
_source = _root / "src"
# Every build of the same files has the same bytes.
_moment = (2020, 1, 1, 0, 0, 0)


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """Build the wheel that is installed. Answers its name."""
    files = {path.relative_to(_source).as_posix(): path.read_bytes() for path in _modules()}
    return _write_wheel(wheel_directory, files)


def build_editable(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """Build a wheel that leads to the sources, for `pip install --editable`."""
    return _write_wheel(wheel_directory, {"__crier__.pth": f"{_source}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    """Build the archive of the sources. Answers its name."""
    base = f"crier-{_project()['version']}"
    whole = ["pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "backend/crier_build.py"]
    files = [*(_root / name for name in whole), *_modules()]
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as archive:
        for path in files:
            _add(archive, f"{base}/{path.relative_to(_root).as_posix()}", path.read_bytes())
        _add(archive, f"{base}/PKG-INFO", _metadata())
    return f"{base}.tar.gz"


def _modules() -> List[Path]:
    found = (path for path in _source.rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    return sorted(found)


def _write_wheel(folder: str, files: Dict[str, bytes]) -> str:
    version = _project()["version"]
    info = f"crier-{version}.dist-info"
    tags = "Wheel-Version: 1.0\nGenerator: crier_build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    every = {
        **files,
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": tags.encode(),
        f"{info}/LICENSE": (_root / "LICENSE").read_bytes(),
    }
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in every.items())
    every[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"crier-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in every.items():
            entry = zipfile.ZipInfo(path, _moment)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={digest.rstrip(b'=').decode()}"


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    entry.mode = 0o644
    archive.addfile(entry, io.BytesIO(data))


def _metadata() -> bytes:
    project = _project()
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']}",
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {one}" for one in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
        "",
        (_root / project["readme"]).read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _project() -> Dict[str, Any]:
    """The table `project` of pyproject.toml.

    Python reads TOML from 3.11 on only. Its texts and lists are written as those of Python.
    """
    text = (_root / "pyproject.toml").read_text("utf-8")
    table = text.partition("[project]\n")[2].partition("\n[")[0]
    pairs = re.findall(r'^([a-z-]+) = (".*"|\[[^\]]*\])$', table, re.MULTILINE)
    return {name: ast.literal_eval(value) for name, value in pairs}
