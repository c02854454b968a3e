"""The package is installed by pip, without a network and without any tool to build it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import house


class PipTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_pip_installs_it_without_a_network(self) -> None:
        target = self.folder / "installed"
        given = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
        subprocess.run(
            [sys.executable, *given, "--no-cache-dir", "--target", str(target), str(house.root)],
            capture_output=True,
            check=True,
            env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"},
        )
        self.assertTrue((target / "crier/py.typed").exists())
        self.assertEqual(len(list(target.glob("crier-*.dist-info"))), 1)


if __name__ == "__main__":
    unittest.main()
