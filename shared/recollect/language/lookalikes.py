"""Letters of other scripts that look like Latin ones.

Derived from confusables.txt of Unicode Technical Standard 39 (© Unicode, Inc.), under the Unicode
License v3, whose notice is in LICENSE-UNICODE beside this module: single letters of Greek,
Cyrillic, Armenian, Coptic, Cherokee and Lisu, and of phonetic notation, whose prototype is one
letter of ASCII. Small capitals are all included, and so are letters in black circles and squares,
which confusables.txt treats as pictures. A letter like a capital I is I here, not l. Letters that
NFKC makes Latin (fullwidth, mathematical) are left out.
"""

from collections.abc import Mapping
from functools import cache
from string import ascii_uppercase

# Each Latin letter, followed by the code points that look like it.
_TABLE = """
A 391 410 13aa a4ee
B 392 412 13f4 a4d0
C 3f9 421 13df 2ca4 a4da
D 13a0 a4d3
E 395 415 13ac a4f0
F 3dc a4dd
G 50c 13c0 13f3 a4d6
H 397 41d 13bb 2c8e a4e7
I 399 406 4c0 2c92 a4f2
J 37f 408 13ab a4d9
K 39a 41a 13e6 2c94 a4d7
L 13de 2cd0 a4e1
M 39c 3fa 41c 13b7 2c98 a4df
N 39d 2c9a a4e0
O 39f 41e 555 2c9e a4f3
P 3a1 420 13e2 2ca2 a4d1
R 13a1 13d2 a4e3
S 405 54f 13d5 13da a4e2
T 3a4 422 13a2 2ca6 a4d4
U 54d a4f4
V 474 13d9 a4e6
W 51c 13b3 13d4 a4ea
X 3a7 425 2cac a4eb
Y 3a5 423 4ae 13a9 13bd 2ca8 a4ec
Z 396 13c3 a4dc
a 251 3b1 430 1d00
b 42c 13cf 299
c 3f2 441 1d04 2ca5 abaf
d 501 13e7 a4d2 1d05
e 435 4bd 1d07
f 584 a730
g 261 581 262
h 4bb 570 13c2 29c
i 26a 3b9 456 4cf 13a5 a647 ab75
j 3f3 458 1d0a
k 1d0b
l 29f
m 1d0d
n 578 57c 274
o 3bf 3c3 43e 585 1d0f 2c9f
p 3c1 440 2ca3 1d18
q 51b 563 566 a7af
r 433 1d26 2c85 ab81 280
s 455 a731 abaa
t 1d1b
u 3c5 57d 1d1c
v 3bd 475 1d20 aba9
w 461 51d 561 1d21 ab83
x 445
y 28f 3b3 443 4af
z 1d22 ab93
"""
# The code points of A in a black circle, and in a black square.
_IN_BLACK = (0x1F150, 0x1F170)


@cache
def lookalikes() -> Mapping[int, str]:
    """The Latin letter for each code point that looks like it, as `str.translate` needs it.

    If only one case of a letter looks like a Latin one, the other case is included, too, so that
    the folded text does not depend on case.
    """
    rows = (row.split() for row in _TABLE.strip().splitlines())
    listed = {int(point, 16): latin for latin, *points in rows for point in points}
    listed |= {
        first + at: letter for first in _IN_BLACK for at, letter in enumerate(ascii_uppercase)
    }
    capitals = {ord(chr(point).upper()): latin.upper() for point, latin in listed.items()}
    smalls = {ord(chr(point).lower()): latin.lower() for point, latin in listed.items()}
    return capitals | smalls | listed
