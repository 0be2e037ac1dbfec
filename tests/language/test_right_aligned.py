"""Tables of commands whose figures end under the ends of their names."""

from time import process_time

from recollect.language.right_aligned import right_aligned_rows
from recollect.language.tables import rows_in_words, tables_in
from tests.cases import each_case

DISKS = """\
Filesystem      Size  Used Avail Use% Mounted on
/dev/sda1        50G   12G   36G  25% /
tmpfs           1.9G     0  1.9G   0% /dev/shm
tmpfs           1.9G     0  1.9G   0% /run
/dev/sdb1       200G  190G   10G  95% /var/lib
/dev/sdc1        98G   20G   78G  21% /var/lib/docker/overlay
"""
PROCESSES = """\
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 168936 11488 ?        Ss   Nov29   0:05 /sbin/init splash
postgres    1042 12.5  3.4 412000 98000 ?        S    10:01  12:40 postgres: writer
"""
MEMORY = """\
               total        used        free      shared  buff/cache   available
Mem:            7856        2451        1203         312        4201        4850
Swap:           2047           0        2047
"""
DEVICES = """\
NAME   MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT
sda      8:0    0 465.8G  0 disk
└─sda1   8:1    0   512M  0 part /boot/efi
"""


@each_case(
    ("text", "told"),
    [
        (DISKS, [
            "Filesystem: /dev/sda1; Size: 50G; Used: 12G; Avail: 36G; Use%: 25%; Mounted on: /",
            "Filesystem: tmpfs; Size: 1.9G; Used: 0; Avail: 1.9G; Use%: 0%; Mounted on: /dev/shm",
        ]),
        ("\n".join(DISKS.splitlines()[:2]).replace("      Size", " 1K-blocks"), [
            ("Filesystem: /dev/sda1; 1K-blocks: 50G; Used: 12G; Avail: 36G; Use%: 25%; "
            "Mounted on: /"),
        ]),
        (PROCESSES, [
            ("USER: root; PID: 1; %CPU: 0.0; %MEM: 0.1; VSZ: 168936; RSS: 11488; TTY: ?; STAT: Ss; "
            "START: Nov29; TIME: 0:05; COMMAND: /sbin/init splash"),
            ("USER: postgres; PID: 1042; %CPU: 12.5; %MEM: 3.4; VSZ: 412000; RSS: 98000; TTY: ?; "
            "STAT: S; START: 10:01; TIME: 12:40; COMMAND: postgres: writer"),
        ]),
        (MEMORY, [
            ("Mem; total: 7856; used: 2451; free: 1203; shared: 312; buff/cache: 4201; "
            "available: 4850"),
            "Swap; total: 2047; used: 0; free: 2047",
        ]),
        (DEVICES, [
            "NAME: sda; MAJ:MIN: 8:0; RM: 0; SIZE: 465.8G; RO: 0; TYPE: disk",
            ("NAME: └─sda1; MAJ:MIN: 8:1; RM: 0; SIZE: 512M; RO: 0; TYPE: part; "
            "MOUNTPOINT: /boot/efi"),
        ]),
    ],
)  # fmt: skip
def test_each_value_is_told_with_the_name_that_it_stands_under(text: str, told: list[str]) -> None:
    assert rows_in_words(f"Now:\n{text}").splitlines()[1 : len(told) + 1] == told


def test_a_table_ends_where_a_line_does_not_fit_and_is_left_out_where_that_is_a_row() -> None:
    ended = f"{MEMORY}\nDone at 12:00."
    assert rows_in_words(ended).splitlines()[-2:] == ["", "Done at 12:00."]
    assert len([*tables_in(ended)]) == 1
    shifted = f"{MEMORY}Huge:  123456789012345678        1203         312\n"
    assert [*tables_in(shifted)] == []


def test_the_last_name_is_of_two_words_only_if_no_value_tells_them_apart() -> None:
    wide = "systemd-resolve 123456  0.0  0.1  20000 11488 ?  Ss   Nov29   0:05 resolved\n"
    assert "COMMAND: postgres: writer" in rows_in_words(f"{PROCESSES}{wide}")


@each_case(
    "text",
    [
        "We sold  12 of 40 units in May\nand some  9 of 30 units in June\nas we said  8 of 20.",
        (
            "total 12\n-rw-r--r-- 1 root root  4096 Nov 29 10:01 a.txt\n"
            "-rw-r--r-- 1 root root 14096 Nov 29 10:01 b.txt"
        ),
        "name  size  size\na       1     2\nb       3     4",
        "db-1  12.5GiB  13GiB\ndb-2   1.5GiB   2GiB\ndb-3   2.5GiB   3GiB",
        "who   what  when\nAnn  opens  early\nBo   shuts   late",
        "",
    ],
)
def test_lines_without_names_over_the_ends_of_figures_are_no_table(text: str) -> None:
    assert [*right_aligned_rows(text.partition("\n")[0], text.splitlines()[1:])] == []


def test_many_lines_and_names_that_nearly_are_a_table_are_read_in_time() -> None:
    near = "aa  bb cc\n 1   2  3\n 1   2  3\n" + "a  b c\n" * 30
    names = " ".join(f"a{number:x}" for number in range(800))
    started = process_time()
    rows_in_words(near * 400)
    rows_in_words(f"  {names}\n" * 50)
    assert process_time() - started < 5
