"""What the tests hand over on standard input: byte strings, each behind its length in four bytes."""
import struct
import sys


def read():
    data, at, found = sys.stdin.buffer.read(), 0, []
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        found.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return found
