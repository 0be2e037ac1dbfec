"""What is known of words."""

from recollect.core.memoised import Memoised


def test_what_is_made_of_a_word_is_worked_out_once() -> None:
    asked: list[str] = []

    def size(word: str) -> int:
        asked.append(word)
        return len(word)

    sizes = Memoised(size)
    assert [sizes[word] for word in ("ticket", "pod", "ticket")] == [6, 3, 6]
    assert asked == ["ticket", "pod"]


def test_of_long_texts_nothing_is_remembered() -> None:
    sizes = Memoised(len)
    assert sizes["a" * 65] == 65
    assert not sizes


def test_where_many_are_known_all_are_forgotten() -> None:
    sizes = Memoised(len)
    for number in range(20_001):
        assert sizes[str(number)] == len(str(number))
    assert len(sizes) == 1
