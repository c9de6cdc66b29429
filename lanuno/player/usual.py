"""The rules of the next table that one opens, as they are settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lanuno.store.settings import Fault, Loaded, line_of, settings_file
from lanuno.uno.rules import NoSuchRules, Rules

if TYPE_CHECKING:
    from lanuno.store.settings import Settings, Value


def usual_rules(settings: Settings) -> Rules:
    """What *settings* say; NoSuchRules when there are none such."""
    rules = Rules.preset(settings.rules)
    for switch in settings.switches.split():
        rules = rules.with_switch(switch)
    return replace(rules, target=settings.target)


def remembered(rules: Rules) -> dict[str, Value]:
    """The settings that say what *rules* do."""
    changed = rules.changed(rules.nearest)
    apart = (each for each in changed if not each.startswith("target="))
    return {"rules": rules.nearest, "switches": " ".join(apart), "target": rules.target}


def checked(loaded: Loaded) -> Loaded:
    """*loaded*, with a fault instead of switches that there are not."""
    settings = loaded.settings
    try:
        usual_rules(settings)
    except NoSuchRules:
        file, found = str(settings_file()), f'"{settings.switches}"'
        line = line_of("switches")
        fault = Fault(file, line, "switches", found, ('"SWITCH=VALUE ..."',))
        return Loaded(replace(settings, switches=""), (*loaded.faults, fault))
    return loaded
