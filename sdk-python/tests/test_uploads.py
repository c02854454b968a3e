"""Files come in whole and once, whatever their source and whatever breaks."""

from __future__ import annotations

import io
import os
import tempfile
import tracemalloc
import unittest
from typing import Any, Dict, List, Tuple
from unittest import mock

import house

from crier import InvalidRequestError, NoAnswerError
from crier._media_types import recognize_type


class UploadsTest(house.HouseTest):
    large: bytes

    @classmethod
    def setUpClass(cls) -> None:
        cls.large = house.picture(1330)

    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch("crier._retry._FIRST_PAUSE", 0.01)
        patch.start()
        self.addCleanup(patch.stop)

    def bytes_of(self, medium: Any) -> bytes:
        return self.crier.media.read(medium["url"]).read()

    def test_a_file_of_five_megabytes_arrives_as_it_is_and_is_never_in_memory(self) -> None:
        self.assertGreater(len(self.large), 5_000_000)
        told: List[Tuple[int, int]] = []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "harbour.png")
            with open(path, "wb") as file:
                file.write(self.large)
            tracemalloc.start()
            medium = self.crier.media.upload(path, on_progress=lambda *at: told.append(at))
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertLess(most, 1_500_000)
            self.assertEqual((medium["status"], medium["name"]), ("ready", "harbour.png"))
            self.assertEqual(self.bytes_of(medium), self.large)
            copy = os.path.join(folder, "copy.png")
            self.crier.media.read(medium["url"]).save(copy)
            with open(copy, "rb") as file:
                self.assertEqual(file.read(), self.large)
            self.assertEqual(sorted(os.listdir(folder)), ["copy.png", "harbour.png"])
        size = len(self.large)
        self.assertEqual((told[0], told[-1]), ((0, size), (size, size)))
        self.assertEqual(told, sorted(told))

    def test_a_large_file_goes_in_parts_and_on_where_it_broke_off(self) -> None:
        for fault in ("request cut", "answer lost", "request lost"):
            with self.subTest(fault), mock.patch("crier._resumable._CHUNK", 2_000_000):
                self.line.passed.clear()
                self.line.fail("PATCH", "/v1/media/tus/", "none", fault)
                told: List[int] = []
                medium = self.through_line(resumable_from=1_000_000).media.upload(
                    self.large,
                    name="film.png",
                    keep=True,
                    on_progress=lambda sent, _total: told.append(sent),
                )
                self.assertEqual(self.bytes_of(medium), self.large)
                self.assertEqual((medium["name"], medium["keep"]), ("film.png", True))
                self.assertEqual(len(self.line.sent("POST", "/v1/media/tus")), 1)
                self.assertGreaterEqual(len(self.line.sent("HEAD")), 1)
                offsets = [int(one.headers["upload-offset"]) for one in self.line.sent("PATCH")]
                self.assertEqual(offsets[0], 0)
                self.assertNotIn(0, offsets[1:])
                self.assertEqual(told[-1], len(self.large))
                # The address is signed, and may be of another server: the key stays here.
                for one in [*self.line.sent("PATCH"), *self.line.sent("HEAD")]:
                    self.assertNotIn("authorization", one.headers)

    def test_a_file_whose_upload_went_wrong_is_one_medium(self) -> None:
        for fault in ("answer lost", "answer cut", "request lost", "request cut"):
            with self.subTest(fault):
                self.line.fail("PUT", "/v1/media/uploads/", fault)
                crier = self.through_line()
                medium = crier.media.upload(house.picture(80), name=f"{fault} {house.run}.png")
                self.assertEqual(
                    (medium["status"], medium["name"]), ("ready", f"{fault} {house.run}.png")
                )
                listed = self.crier.media.list(name=f"{fault} {house.run}.png").to_list()
                self.assertEqual([one["id"] for one in listed], [medium["id"]])
        for one in self.line.sent("PUT"):
            self.assertNotIn("authorization", one.headers)

    def test_an_upload_that_is_asked_for_again_under_its_name_is_one_medium(self) -> None:
        named: Dict[str, Any] = {"name": f"restarted {house.run}.png", "idempotency_key": house.run}
        self.line.fail("PUT", "/v1/media/uploads/", "answer lost")
        with self.assertRaises(NoAnswerError):
            self.through_line(max_retries=0).media.upload(house.picture(80), **named)
        medium = self.crier.media.upload(house.picture(80), **named)
        self.assertEqual(medium["status"], "ready")
        self.assertEqual(len(self.crier.media.list(name=f"restarted {house.run}.png").to_list()), 1)
        with self.assertRaises(ValueError):
            self.crier.media.upload(b"x", resumable=True, **named)

    def test_bytes_come_from_anything_that_has_them(self) -> None:
        data = house.picture(90)
        reader, writer = os.pipe()
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(data[:1000])
        placed = io.BytesIO(b"before" + data)
        placed.seek(6)
        with os.fdopen(reader, "rb") as pipe, tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            sources: List[Any] = [bytearray(data), memoryview(data), placed, file]
            for source in [*sources, (data[at : at + 100] for at in range(0, len(data), 100))]:
                # It is sent again, even if it cannot be read twice.
                self.line.fail("PUT", "/v1/media/uploads/", "request lost")
                medium = self.through_line().media.upload(source, name="any.png")
                self.assertEqual(self.bytes_of(medium), data)
            self.assertFalse(file.closed)
            with self.assertRaises(InvalidRequestError):
                self.crier.media.upload(pipe, name="half.png")

    def test_a_file_that_is_not_what_it_says_is_refused_with_the_reason(self) -> None:
        with self.assertRaises(InvalidRequestError):
            self.crier.media.upload(b"no picture", name="a.png")
        with self.assertRaisesRegex(ValueError, "type"):
            self.crier.media.upload(b"words", name="a.odt")
        with self.assertRaises(TypeError):
            self.crier.media.upload(io.StringIO("words"), name="a.png")  # type: ignore[arg-type]
        with self.assertRaises(FileNotFoundError):
            self.crier.media.upload("not-there.png")
        # A picture is what its bytes are, whatever its name.
        medium = self.crier.media.upload(house.picture(20), name="saved.jpg")
        self.assertEqual(medium["mime_type"], "image/png")

    def test_a_type_is_known_by_the_first_bytes_else_by_the_ending(self) -> None:
        for start, expected in (
            ("ffd8ffe000104a46", "image/jpeg"),
            ("474946383961", "image/gif"),
            ("524946460000000057454250", "image/webp"),
            ("000000186674797061766966", "image/avif"),
            ("000000186674797068656963", "image/heic"),
            ("000000186674797069736f6d", "video/mp4"),
            ("000000186674797071742020", "video/quicktime"),
            ("1a45dfa3010000004282847765626d", "video/webm"),
            ("255044462d312e37", "application/pdf"),
            ("0000001866747970 4d344120", None),
            ("", None),
        ):
            self.assertEqual(recognize_type(bytes.fromhex(start), "file"), expected)
        self.assertEqual(recognize_type(b"", "A.HEIF"), "image/heic")


if __name__ == "__main__":
    unittest.main()
