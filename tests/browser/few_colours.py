"""Screenshots as small files: PNG pictures and films of at most 256 colours, a byte for each pixel."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

__all__ = ["MOST_COLOURS", "film_of", "in_few_colours", "pixels_of", "png_of"]

MOST_COLOURS = 256
# The browser reads the picture that it has written.
READ = """async data => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const { width, height } = picture, pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const reader = new FileReader();
    const read = new Promise(done => reader.onload = done);
    reader.readAsDataURL(new Blob([pen.getImageData(0, 0, width, height).data]));
    await read;
    return [height, width, reader.result.split(",")[1]];
}"""

Pixels = NDArray[np.uint8]


def pixels_of(page: Page, screenshot: bytes) -> Pixels:
    """The pixels of a screenshot: rows, columns, red, green and blue."""
    height, width, data = page.evaluate(READ, base64.b64encode(screenshot).decode())
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[:, :, :3]


def in_few_colours(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """A palette, and for each pixel the place of the nearest colour in it.

    The palette begins with the commonest colour; then comes, again and again, the one that is missed most: by the
    number of its pixels and its distance from what is there.
    """
    colours, places, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    wide = colours.astype(np.int64)
    chosen = [int(counts.argmax())]
    distance = _distance(wide, wide[chosen[0]])
    nearest = np.zeros(len(colours), np.uint8)
    while distance.any() and len(chosen) < MOST_COLOURS:
        missed = int((distance * counts).argmax())
        new = _distance(wide, wide[missed])
        nearest[new < distance] = len(chosen)
        distance = np.minimum(distance, new)
        chosen.append(missed)
    return colours[chosen], nearest[places].reshape(pixels.shape[:2])


def _distance(colours: NDArray[np.int64], colour: NDArray[np.int64]) -> NDArray[np.int64]:
    squares: NDArray[np.int64] = np.square(colours - colour)
    return np.asarray(squares.sum(axis=1))


def png_of(palette: Pixels, places: Pixels) -> bytes:
    """A PNG file of a palette and places in it, row by row."""
    height, width = places.shape
    rows = np.insert(places, 0, 0, axis=1)  # each begins with its filter: none, which is best for palettes
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"PLTE": palette.tobytes(),
        b"IDAT": zlib.compress(rows.tobytes(), 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def film_of(frames: Sequence[Pixels], seconds: float) -> bytes:
    """Return an animated PNG file of pictures of the same size, which repeats. Of each only what changes is stored."""
    height, width, _ = frames[0].shape
    palette, stacked = in_few_colours(np.concatenate(frames))
    places = stacked.reshape(len(frames), height, width)
    parts = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))]
    parts += [_chunk(b"acTL", struct.pack(">II", len(frames), 0)), _chunk(b"PLTE", palette.tobytes())]
    number = 0
    for at, shown in enumerate(places):
        top, bottom, left, right = _changed(places[at - 1], shown) if at else (0, height, 0, width)
        box = (right - left, bottom - top, left, top)
        delay = (round(100 * seconds), 100)
        parts.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *box, *delay, 0, 0)))
        rows = np.insert(shown[top:bottom, left:right], 0, 0, axis=1)
        data = zlib.compress(rows.tobytes(), 9)
        parts.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + data) if at else _chunk(b"IDAT", data))
        number += 2 if at else 1
    return b"\x89PNG\r\n\x1a\n" + b"".join([*parts, _chunk(b"IEND", b"")])


def _changed(before: Pixels, after: Pixels) -> tuple[int, int, int, int]:
    """Return the rectangle in which two pictures differ: top, bottom, left, right. It has at least one pixel."""
    rows, columns = ((before != after).any(axis=axis).nonzero()[0] for axis in (1, 0))
    if not len(rows):
        return 0, 1, 0, 1
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
