"""`recollect demo`: one case on the sample data, through the real API, checked at each step.

`STORY` is what a newcomer sees; `--all` adds `CHAPTERS`, every part by itself. A chapter is a
function that takes the run; its docstring is printed as its title. To add a chapter, write it and
put it into one of the two.
"""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
from rich.console import Console

from infra.cli.console import CommandError
from infra.cli.demo import answers, context, discovery, feedback, memories, remembering
from infra.cli.demo.run import DemoRun
from infra.cli.demo.story import STORY
from infra.cli.sample_data import seed
from infra.cli.serving import check_settings
from infra.cli.stores import platform_target
from infra.local.emulators.vector.embedder_names import EmbedderMissingError, EmbedderName
from infra.local.platform import PlatformOptions, running_platform
from recollect.core.errors import StoreError

# The demo shows enrichment, which is off by default, on a machine that may be slow.
_SWITCHED_ON = {"ENABLE_ORCH_CONTEXT": "true", "CONTEXT_TIMEOUT_MS": "5000"}

Chapter = Callable[[DemoRun], None]

CHAPTERS: tuple[Chapter, ...] = (
    memories.store_decisions,
    memories.find_in_other_words,
    memories.explain_what_was_dropped,
    feedback.correct_a_decision,
    feedback.vote,
    feedback.cite_and_judge,
    feedback.deliver_an_event_twice,
    feedback.give_up_a_hopeless_event,
    memories.find_without_redis,
    memories.sum_up,
    context.bring_evidence_in,
    context.ask_for_context,
    context.ask_with_fewer_rights,
    context.walk_along_causes,
    context.ask_without_opa,
    discovery.pick_a_case_up,
    discovery.ask_again,
    discovery.do_without_servicenow,
    discovery.learn_from_what_went_well,
    answers.call_a_tool,
    answers.validate_a_good_answer,
    answers.validate_a_bad_answer,
    remembering.run_a_tool_that_remembers_nothing,
    remembering.remember,
    remembering.run_it_again,
    remembering.run_a_tool_that_is_not_switched_on,
)


def run_demo(console: Console, embedder: EmbedderName, *, everything: bool) -> None:
    """Run the chapters of the story, or all chapters. Raises CommandError if a claim is false."""
    options = PlatformOptions(embedder=embedder, extra_environment=_SWITCHED_ON)
    check_settings(options)
    started = time.monotonic()
    descriptor, log = tempfile.mkstemp(prefix="recollect-demo-", suffix=".log")
    try:
        chapters = (*STORY, *CHAPTERS) if everything else STORY
        _run(console, replace(options, function_logs=descriptor), chapters)
    except EmbedderMissingError as error:
        Path(log).unlink()
        raise CommandError(str(error)) from error
    except (CommandError, StoreError, httpx.HTTPError, ValueError) as error:
        raise CommandError(f"{error} (the functions' logs are in {log})") from error
    except BaseException:  # interrupted: nobody needs the logs
        Path(log).unlink()
        raise
    else:
        Path(log).unlink()
    finally:
        os.close(descriptor)
    console.print(f"\nEvery claim was checked, in {time.monotonic() - started:.1f} s.")
    if not everything:
        console.print(
            "Each part by itself, and what happens when a store fails: recollect demo --all"
        )
    console.print("To look around: make serve in a checkout, else recollect serve --sample-data")


def _run(console: Console, options: PlatformOptions, chapters: Sequence[Chapter]) -> None:
    with (
        running_platform(options) as platform,
        httpx.Client(base_url=platform.url, timeout=30, trust_env=False) as client,
    ):
        seeded = seed(platform_target(platform.url))
        console.print(
            f"Recollect runs on {platform.url}, with {seeded.memories} sample memories and "
            f"{seeded.evidence} pieces of evidence, {seeded.cases} cases and "
            f"{seeded.business_contexts} customers.",
            soft_wrap=True,
        )
        demo = DemoRun(console, client)
        for chapter in chapters:
            demo.chapter(chapter.__doc__ or chapter.__name__)
            chapter(demo)
