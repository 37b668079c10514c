"""Screenshots as small files: PNG pictures of at most 256 colours, a byte for each pixel."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

__all__ = ["MOST_COLOURS", "in_few_colours", "pixels_of", "png_of"]

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


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
