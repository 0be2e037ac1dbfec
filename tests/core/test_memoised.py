"""A function of words that remembers its results."""

from recollect.core.memoised import Memoised


def test_the_result_for_a_word_is_computed_once() -> None:
    asked: list[str] = []

    def size(word: str) -> int:
        asked.append(word)
        return len(word)

    sizes = Memoised(size)
    assert [sizes[word] for word in ("ticket", "pod", "ticket")] == [6, 3, 6]
    assert asked == ["ticket", "pod"]


def test_results_for_long_texts_are_not_remembered() -> None:
    sizes = Memoised(len)
    assert sizes["a" * 65] == 65
    assert not sizes


def test_all_results_are_forgotten_once_there_are_too_many() -> None:
    sizes = Memoised(len)
    for number in range(20_001):
        assert sizes[str(number)] == len(str(number))
    assert len(sizes) == 1
