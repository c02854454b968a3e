"""The package is what it says: typed, of the standard library alone, and built without network."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import tarfile
import tempfile
import typing
import unittest
import zipfile
from pathlib import Path
from typing import Any, Iterator, List

import house

import crier
import crier._connections
import crier._transport
from crier import models

sources = sorted((house.root / "src").rglob("*.py"))


def public_functions() -> Iterator[Any]:
    """Every function of the package."""
    for path in sources:
        name = ".".join(path.relative_to(house.root / "src").with_suffix("").parts)
        module = sys.modules[name.replace(".__init__", "")]
        for thing in vars(module).values():
            if getattr(thing, "__module__", None) != module.__name__:
                continue
            members = vars(thing).values() if inspect.isclass(thing) else [thing]
            for one in members:
                # Python writes those of a data class.
                if inspect.isfunction(one) and one.__code__.co_filename == str(path):
                    yield one


class PackageTest(unittest.TestCase):
    def test_the_sources_are_python_3_9(self) -> None:
        for path in sources:
            ast.parse(path.read_text("utf-8"), str(path), feature_version=(3, 9))

    def test_every_annotation_is_a_type(self) -> None:
        seen = 0
        names = {**vars(crier._connections), **vars(crier._transport)}
        for function in public_functions():
            hints = typing.get_type_hints(function, localns=names)
            code = function.__code__
            taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            unsaid = [name for name in taken if name not in hints and name not in ("self", "cls")]
            self.assertEqual(unsaid, [], function.__qualname__)
            seen += 1
        self.assertGreater(seen, 200)
        for name in models.__all__:
            model = getattr(models, name)
            if isinstance(model, type):
                self.assertTrue(typing.get_type_hints(model), name)
        self.assertGreater(len(models.__all__), 200)

    def test_types_say_what_must_be_there_and_what_can_be_null(self) -> None:
        hints = typing.get_type_hints(models.Post)
        self.assertEqual(hints["scheduled_at"], typing.Optional[str])
        self.assertEqual(hints["tags"], typing.List[str])
        self.assertIn("posted", typing.get_args(hints["status"]))
        self.assertIn("id", models.Post.__required_keys__)
        self.assertIn("results", models.ExpandedPost.__optional_keys__)
        create = typing.get_type_hints(crier.Crier("k", "http://x").posts.create)
        self.assertEqual(create["return"], models.Post)
        self.assertIn(crier.NotGiven, typing.get_args(create["caption"]))

    def test_it_needs_the_standard_library_alone(self) -> None:
        # A process that sees no other package.
        program = "import crier, crier.models, sys; print(crier.__version__)"
        given = [sys.executable, "-I", "-S", "-W", "error", "-c"]
        path = f"import sys; sys.path.insert(0, {str(house.root / 'src')!r}); {program}"
        done = subprocess.run([*given, path], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), crier.__version__)

    def test_everything_that_is_public_is_described(self) -> None:
        for name in crier.__all__:
            thing = getattr(crier, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertTrue(inspect.getdoc(thing), name)
        self.assertIn("`POST /v1/posts` (createPost)", str(crier._posts.Posts.create.__doc__))


class BuildTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def build(self, what: str) -> Path:
        call = f"crier_build.build_{what}(sys.argv[1])"
        program = f"import sys; sys.path.insert(0, 'backend'); import crier_build; print({call})"
        done = subprocess.run(
            [sys.executable, "-c", program, str(self.folder)],
            cwd=house.root,
            capture_output=True,
            text=True,
            check=True,
        )
        return self.folder / done.stdout.strip()

    def names(self) -> List[str]:
        base = house.root / "src"
        return sorted(
            path.relative_to(base).as_posix() for path in [*sources, base / "crier/py.typed"]
        )

    def test_a_wheel_has_every_module_and_can_be_used_as_it_is(self) -> None:
        first = self.build("wheel")
        data = first.read_bytes()
        self.assertEqual(self.build("wheel").read_bytes(), data)
        with zipfile.ZipFile(first) as wheel:
            held = sorted(name for name in wheel.namelist() if name.startswith("crier/"))
            metadata = wheel.read(f"crier-{crier.__version__}.dist-info/METADATA").decode()
        self.assertEqual(held, self.names())
        self.assertIn(f"\nVersion: {crier.__version__}\n", metadata)
        self.assertIn("\nRequires-Python: >=3.9\n", metadata)
        program = (
            f"import sys; sys.path.insert(0, {str(first)!r}); import crier; print(crier.__file__)"
        )
        done = subprocess.run(
            [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
        )
        self.assertIn(first.name, done.stdout)

    def test_an_archive_of_the_sources_builds_the_same(self) -> None:
        with tarfile.open(self.build("sdist")) as archive:
            names = archive.getnames()
        base = f"crier-{crier.__version__}"
        self.assertIn(f"{base}/pyproject.toml", names)
        self.assertIn(f"{base}/backend/crier_build.py", names)
        self.assertEqual({f"{base}/src/{name}" for name in self.names()} - set(names), set())


if __name__ == "__main__":
    unittest.main()
