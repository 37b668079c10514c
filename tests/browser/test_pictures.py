"""The pictures of the docs: the command knows those that there are, and their files are small."""

from __future__ import annotations

import re
import struct
import zlib

import numpy as np

from tests.browser.few_colours import MOST_COLOURS, film_of, in_few_colours, png_of
from tests.browser.film import FILE as FILM
from tests.browser.film import MOST_BYTES
from tests.browser.pictures import FOLDER, PICTURES

PAGES = [*FOLDER.parent.glob("**/*.md"), FOLDER.parent.parent / "README.md"]


def test_the_command_takes_just_the_pictures_that_pages_show():
    taken = [name for picture in PICTURES for name in picture.files.values()]
    shown = {name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.png)", page.read_text(encoding="utf-8"))}

    assert len(taken) == len(set(taken))
    assert {*taken, FILM.name} == shown == {path.name for path in FOLDER.iterdir()}


def test_every_picture_has_few_colours_and_the_width_of_a_page():
    for path in FOLDER.iterdir():
        width, _, depth, kind = struct.unpack(">IIBB", path.read_bytes()[16:26])

        assert (depth, kind) == (8, 3), f"{path.name} was not taken by the command"
        assert 1000 < width <= 1100


def test_the_film_is_small_and_repeats():
    film = FILM.read_bytes()
    at = film.index(b"acTL") + 4
    frames, times = struct.unpack(">II", film[at : at + 8])

    assert len(film) <= MOST_BYTES
    assert frames > 5
    assert times == 0


def test_a_film_holds_its_first_picture_and_what_changes():
    first = np.zeros((20, 30, 3), np.uint8)
    second = first.copy()
    second[4:7, 10:20] = [200, 0, 0]
    film = film_of([first, second, second], 0.5)
    boxes = [struct.unpack(">IIIII", film[found.end() : found.end() + 20]) for found in re.finditer(b"fcTL", film)]

    assert boxes == [(0, 30, 20, 0, 0), (1, 10, 3, 10, 4), (3, 1, 1, 0, 0)]
    assert film.count(b"IDAT") == 1
    assert film.count(b"fdAT") == 2
    data = film.index(b"fdAT") + 8
    changed = np.frombuffer(zlib.decompressobj().decompress(film[data:]), np.uint8).reshape(3, 11)[:, 1:]
    assert (changed == changed[0, 0]).all()


def pixels_in(png):
    """The pixels of a file that `png_of` wrote."""
    found, at = {}, 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        found[kind] = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + found[kind])
        at += length + 12
    width, height = struct.unpack(">II", found[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return np.frombuffer(found[b"PLTE"], np.uint8).reshape(-1, 3)[rows[:, 1:]]


def test_a_picture_of_few_colours_stays_as_it_is():
    pixels = np.random.default_rng(1).integers(0, 6, (30, 50, 3), np.uint8) * 40

    assert (pixels_in(png_of(*in_few_colours(pixels))) == pixels).all()


def test_of_many_colours_the_common_ones_stay_and_the_others_change_little():
    pixels = np.random.default_rng(1).integers(0, 256, (60, 50, 3), np.uint8)
    pixels[:20] = [255, 255, 255]
    pixels[20:40] = [31, 32, 33]
    palette, places = in_few_colours(pixels)
    change = np.abs(pixels_in(png_of(palette, places)).astype(int) - pixels)

    assert len(palette) == MOST_COLOURS
    assert not change[:40].any()
    assert change.mean() < 10
