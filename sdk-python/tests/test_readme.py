"""The examples of the README run as they stand, one after the other."""

from __future__ import annotations

import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict

import house

text = (house.root / "README.md").read_text("utf-8")
examples = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


class ReadmeTest(house.HouseTest):
    def test_each_example_runs(self) -> None:
        self.assertGreater(len(examples), 8)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                Path("harbour.png").write_bytes(house.picture(40))
                Path("film.png").write_bytes(house.picture(50))
                names: Dict[str, Any] = {}
                for number, example in enumerate(examples, 1):
                    with self.subTest(number=number):
                        exec(compile(example, f"README.md, example {number}", "exec"), names)
            finally:
                os.chdir(before)
        names["crier"].close()


if __name__ == "__main__":
    unittest.main()
