"""What is learned if the truth is known: `python -m tests.bench.learning [--runs 200]`.

A world has memories with true effects on the success of a run, from harmful to helpful. Runs are
easy or hard. In a confounded world, harmful memories come mostly in easy runs and helpful ones in
hard ones; in a drifting world, each memory has `runs` more runs before these, in which its effect
had the opposite sign. There are 60 runs of each memory in a month.

First each memory is shown in its runs, or withheld by chance: how many 95 % intervals of uplift
contain the truth, how many harmful memories are demoted and how many helpful ones kept, beside
plain counting (which demotes memories that succeed less often than the mean) and no feedback. Then
one of three memories is chosen for each run: regret is the success lost against always choosing
the best.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated, Final, Literal

import typer
from rich.console import Console
from rich.table import Table

from recollect.learning.exploring import Arm, draw
from recollect.learning.posterior import Posterior, in_context
from recollect.learning.uplift import Trial, uplift_of

Policy = Literal["learned", "counting", "no feedback"]
World = Literal["plain", "confounded", "drifting"]
POLICIES: Final[tuple[Policy, ...]] = ("learned", "counting", "no feedback")
WORLDS: Final[tuple[World, ...]] = ("plain", "confounded", "drifting")
EFFECTS: Final = (-0.25, -0.25, 0.0, 0.0, 0.0, 0.15, 0.15)
_SUCCESS_IF_EASY: Final = 0.85
_SUCCESS_IF_HARD: Final = 0.25
HOLDOUT: Final = 0.3
"""From how many runs a memory is withheld, as a share."""
_RUNS_A_MONTH: Final = 60
_CONFOUNDED_SHARE: Final = 0.85
_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class Learned:
    """Means over worlds, each in 0…1; `regret` is the success lost a run."""

    world: World
    policy: Policy
    runs: int
    coverage: float
    demoted: float
    kept: float
    regret: float


@dataclass(frozen=True, slots=True)
class _Run:
    """A run that was shown a memory, or not."""

    shown: bool
    success: bool


def simulate(
    world: World, policy: Policy, runs: int, worlds: int, holdout: float = HOLDOUT
) -> Learned:
    """Simulate `runs` runs for each memory; the means over `worlds` worlds."""
    verdicts, regrets = [], []
    for n in range(worlds):
        chance = chance_in(world, n)
        verdicts.append(judged(world, policy, runs, chance, holdout))
        regrets.append(_regret(world, policy, runs, chance))
    coverage, demoted, kept = (fmean(each) for each in zip(*verdicts, strict=True))
    return Learned(world, policy, runs, coverage, demoted, kept, fmean(regrets))


def chance_in(world: World, number: int) -> random.Random:
    """The random numbers of one world of a kind."""
    return random.Random(f"{world} {number}")  # noqa: S311  # repeatable on purpose


def judged(
    world: World, policy: Policy, runs: int, chance: random.Random, holdout: float = HOLDOUT
) -> tuple[float, float, float]:
    """The shares of intervals with the truth, harmful memories demoted, and helpful ones kept."""
    told = [_runs_of(world, effect, runs, chance, holdout) for effect in EFFECTS]
    found = [uplift_of(_trials(own, holdout)) for own in told]
    held = [each.low <= effect <= each.high for effect, each in zip(EFFECTS, found, strict=True)]
    rates = [_rate([each for each in own if each.shown]) for own in told]
    demoted = {
        "learned": [each.does_harm for each in found],
        "counting": [each < fmean(rates) for each in rates],
        "no feedback": [False for _ in found],
    }[policy]
    harmful = [down for effect, down in zip(EFFECTS, demoted, strict=True) if effect < 0]
    helpful = [not down for effect, down in zip(EFFECTS, demoted, strict=True) if effect > 0]
    return fmean(held), fmean(harmful), fmean(helpful)


def _runs_of(
    world: World, effect: float, runs: int, chance: random.Random, holdout: float
) -> list[_Run]:
    effects = [*([-effect] * runs if world == "drifting" else []), *[effect] * runs]
    return [_run(world, each, chance, holdout) for each in effects]


def _run(world: World, effect: float, chance: random.Random, holdout: float) -> _Run:
    easier = (
        {True: _CONFOUNDED_SHARE, False: 1 - _CONFOUNDED_SHARE}[effect < 0] if effect else 1 / 2
    )
    easy = chance.random() < (easier if world == "confounded" else 1 / 2)
    shown = chance.random() >= holdout
    success = chance.random() < (_SUCCESS_IF_EASY if easy else _SUCCESS_IF_HARD) + effect * shown
    return _Run(shown, success)


def _trials(runs: Sequence[_Run], holdout: float) -> list[Trial]:
    return [
        Trial(each.shown, 1 - holdout, each.success, month=f"{number // _RUNS_A_MONTH:05d}")
        for number, each in enumerate(runs)
    ]


def _rate(runs: Sequence[_Run]) -> float:
    return (sum(each.success for each in runs) + 1) / (len(runs) + 2)


def _regret(world: World, policy: Policy, runs: int, chance: random.Random) -> float:
    """The success lost for each run while it is learned which of three memories to choose."""
    counts: Counter[tuple[int, bool, bool]] = Counter()
    effects = list(EFFECTS)
    lost = []
    for n in range(runs * len(effects)):
        if world == "drifting" and n == runs * len(effects) // 2:
            effects = [-each for each in effects]
        easy = chance.random() < 1 / 2
        weights = [
            _CONFOUNDED_SHARE
            if world == "confounded" and easy is (each < 0)
            else 1 - _CONFOUNDED_SHARE
            for each in EFFECTS
        ]
        found: dict[int, None] = {}
        while len(found) < _CANDIDATES:
            found[chance.choices(range(len(effects)), weights)[0]] = None
        chosen = _chosen(policy, list(found), counts, f"run {n} {chance.random()}", easy=easy)
        success = (
            chance.random() < (_SUCCESS_IF_EASY if easy else _SUCCESS_IF_HARD) + effects[chosen]
        )
        counts[chosen, easy, success] += 1
        lost.append(max(effects[each] for each in found) - effects[chosen])
    return fmean(lost)


def _chosen(
    policy: Policy,
    found: Sequence[int],
    counts: Counter[tuple[int, bool, bool]],
    run_id: str,
    *,
    easy: bool,
) -> int:
    if policy == "no feedback":
        return found[0]
    posteriors = {each: _posterior(each, counts, easy=easy) for each in found}
    if policy == "learned":
        arms = [Arm(str(each), 1.0, posterior) for each, posterior in posteriors.items()]
        chance = random.Random(run_id)  # noqa: S311  # repeatable on purpose
        return int(draw(arms, chance, 1, samples=0)[0].id)
    return max(found, key=lambda each: in_context([_sums(each, counts)]).mean)


def _posterior(memory: int, counts: Counter[tuple[int, bool, bool]], *, easy: bool) -> Posterior:
    own = counts[memory, easy, True], counts[memory, easy, False]
    return in_context([_sums(memory, counts), own])


def _sums(memory: int, counts: Counter[tuple[int, bool, bool]]) -> tuple[int, int]:
    return (
        counts[memory, True, True] + counts[memory, False, True],
        counts[memory, True, False] + counts[memory, False, False],
    )


def measure_learning(runs: int = 200, worlds: int = 40, holdout: float = HOLDOUT) -> list[Learned]:
    """Simulate each policy in each world."""
    return [
        simulate(world, policy, runs, worlds, holdout) for world in WORLDS for policy in POLICIES
    ]


def show(console: Console, rows: list[Learned]) -> None:
    """Print the measurements."""
    titles = ("world", "policy", "coverage", "harmful demoted", "helpful kept", "regret a run")
    table = Table(*titles, title=f"Learning, {rows[0].runs} runs for each memory")
    for each in rows:
        figures = (each.coverage, each.demoted, each.kept, each.regret)
        table.add_row(each.world, each.policy, *(f"{value:.3f}" for value in figures))
    console.print(table)


def main(
    runs: Annotated[int, typer.Option(help="Runs for each memory.")] = 200,
    worlds: Annotated[int, typer.Option(help="Worlds to take the mean of.")] = 40,
    holdout: Annotated[float, typer.Option(help="The share of runs that do without.")] = HOLDOUT,
) -> None:
    """Print what was learned."""
    show(Console(), measure_learning(runs, worlds, holdout))


if __name__ == "__main__":
    typer.run(main)
