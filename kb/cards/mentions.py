"""Mentions: every noun phrase of a text, with what decides whether it is a target.

The walk is shared; what a phrase is made of is the game's (`MentionRules`). A mention's roles
come from the remarks on the parts that hold it (``//: pay(price:cost)``), outermost first; with
no remark it has the role ``effect``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from kb.cards.facts import Fact
from kb.cards.values import GrammaticalNumber, Node, Noun, Value, Verb, walk
from kb.records import record

EFFECT = "effect"
ALTERNATIVE = "alternative"
THEY = "they"


@record(slots=True)
class Mention:
    """A noun phrase, or what a text means without words.

    Attributes
    ----------
    start, end
        Span of the printed text.
    implicit
        Whether it has no words of its own and hangs on the span of others.
    frame
        The phrase's frame: ``phrase``, ``it``, ``here`` …
    heads
        Lemmas of its nouns (``unit``, ``gear``).
    quantifier
        The quantifier's frame (``a``, ``all``, ``each``, ``up_to`` …), empty for pronouns.
    count
        How many, when a number is printed.
    chooser
        ``you``, ``other`` (one other player), ``shared`` (several, or each player).
    zone
        Where it is: ``board``, ``hand``, ``trash`` … as the game names its zones.
    side
        ``friendly``, ``enemy`` or empty.
    roles
        What holds it, outermost first; ``("effect",)`` if nothing does.
    within
        Index of the mention that this one helps to describe, or None.
    features
        Whatever else describes it: states, ``facedown``, ``other`` …
    short
        Where the phrase ends without what describes it by other mentions ("a unit" of "a unit
        at a battlefield"); the end of the phrase when there is no such thing.
    many
        Whether it stands for several things; None if its words do not say.
    later
        Whether it belongs to an ability that the text makes only as it is carried out ("do this:").
    passive
        Whether it stands in a statement of what is so, and not in what somebody does.
    perhaps
        Whether what is done with it need not be done: it may be, or only under a condition.
    delayed
        Whether it belongs to an ability that the text makes for a later time.
    quoted
        Whether it stands in an ability that the text quotes.
    words
        What the rules call it, where the text has no words for it ("a unit you control").
    line
        In which line it stands; what a line lists stands in that line.
    """

    start: int
    end: int
    frame: str
    heads: tuple[str, ...] = ()
    quantifier: str = ""
    count: int | None = None
    chooser: str = "you"
    zone: str = ""
    side: str = ""
    roles: tuple[str, ...] = (EFFECT,)
    within: int | None = None
    features: tuple[str, ...] = ()
    implicit: bool = False
    verb: str = ""
    short: int = 0
    many: bool | None = None
    later: bool = False
    passive: bool = False
    perhaps: bool = False
    delayed: bool = False
    quoted: bool = False
    words: str = ""
    line: int = 1

    @property
    def role(self) -> str:
        """The role that counts most: the innermost."""
        return self.roles[-1]


@record
class MentionRules:
    """How a game's phrases are read.

    Attributes
    ----------
    phrases
        Frames that are noun phrases with a quantifier.
    pronouns
        Frames that are mentions by themselves.
    players
        Lemmas of nouns that are players, and pronoun frames that are.
    roles
        Remarks that are roles.
    describe
        Completes a mention from its node: zone, side, features.
    imply
        The mention without words of its own that a node brings, if it does.
    whole
        Phrases around a phrase ("one of your units") that make one mention with it.
    verbs
        The verb of frames that have no part ``verb``.
    more_roles
        Roles of a node's part that its other parts decide: "must", "would … instead".
    number
        Whether a phrase is about one or many.
    later
        Frames with which an ability of its own begins; it goes on to the end of the line.
    items
        Frames of what a line lists that the line before it announces.
    verb_of
        The verb of a frame, where it is not simply its part ``verb``.
    passive
        Whether a line, or the ability that another one quotes, only states what is so.
    quoted
        Frames that hold an ability of their own.
    only_of
        Frames that are phrases only with certain nouns, from their quantifier on.
    optional
        Whether what a node's part says need not be done.
    delayed
        Whether what a node's part says is done by an ability that is made for a later time.
    either
        The phrases of which a node means one ("a unit at a battlefield or a gear"), if it does.
    """

    phrases: frozenset[str]
    pronouns: frozenset[str]
    players: frozenset[str]
    roles: frozenset[str]
    describe: Callable[[Node, Mention], Mention] = field(default=lambda _node, mention: mention)
    imply: Callable[[Node], Mention | None] = field(default=lambda _node: None)
    whole: frozenset[str] = frozenset()
    verbs: Mapping[str, str] = field(default_factory=dict)
    more_roles: Callable[[Node, str], frozenset[str]] = field(
        default=lambda _node, _part: frozenset()
    )
    number: Callable[[Value], GrammaticalNumber] = field(default=lambda _value: None)
    later: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    verb_of: Callable[[Node], Value] = field(default=lambda node: node.get("verb"))
    passive: Callable[[Node], bool] = field(default=lambda _line: False)
    quoted: frozenset[str] = frozenset()
    only_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    optional: Callable[[Node, str], bool] = field(default=lambda _node, _part: False)
    delayed: Callable[[Node, str], bool] = field(default=lambda _node, _part: False)
    either: Callable[[Node], tuple[Node, ...]] = field(default=lambda _node: ())


def find_mentions(
    value: Node, rules: MentionRules, remarks: Callable[[Node, str], frozenset[str]]
) -> list[Mention]:
    """Return the mentions of a value in the order of the text.

    Parameters
    ----------
    remarks
        The remarks on a part of a node, from the grammar.
    """
    finder = _Finder(rules, remarks)
    lines = value.get("lines") if value.kind == "text" else (value,)
    for line in lines if isinstance(lines, tuple) else ():
        finder.read(line)
    return sorted(finder.found, key=lambda mention: (mention.start, -mention.end))


@record
class _Around:
    """What is so of whatever stands in a part of a text, as `Mention` has it."""

    roles: tuple[str, ...] = ()
    chooser: str = "you"
    within: int | None = None
    verb: str = ""
    passive: bool = False
    perhaps: bool = False
    delayed: bool = False
    quoted: bool = False


class _Finder:
    """Walks through the lines of a text, and collects what they mention."""

    def __init__(self, rules: MentionRules, remarks: Callable[[Node, str], frozenset[str]]) -> None:
        self.found: list[Mention] = []
        self._rules = rules
        self._remarks = remarks
        self._later = False
        self._line = 0

    def read(self, line: Value) -> None:
        """Collect what a line mentions."""
        # What a line lists belongs to the line before it.
        listed = any(one.kind in self._rules.items for one in _sentences(line))
        self._later = self._later and listed
        self._line += not listed
        passive = not listed and isinstance(line, Node) and self._rules.passive(line)
        self._visit(line, _Around(passive=passive))

    def _visit(self, value: Value, around: _Around) -> None:
        if isinstance(value, tuple):
            for item in value:
                self._visit(item, around)
            return
        if not isinstance(value, Node):
            return
        rules = self._rules
        self._later = self._later or value.kind in rules.later
        if choices := rules.either(value):
            self._choices(value, choices, around)
            return
        if _is_phrase(value, rules) or value.kind in rules.pronouns:
            self._add(_mention(value, around, rules), around)
            around = replace(around, within=len(self.found) - 1)
        elif (implied := rules.imply(value)) is not None:
            start, end = value.span
            said = replace(implied, start=start, end=end, implicit=True, chooser=around.chooser)
            self._add(said, around)
        self._parts(value, around)

    def _choices(self, value: Node, choices: tuple[Node, ...], around: _Around) -> None:
        """Collect a thing that is meant by one of several phrases, and what these say."""
        inner = replace(around, roles=(*around.roles, ALTERNATIVE), within=len(self.found))
        self._add(_one_of(value, [_mention(one, inner, self._rules) for one in choices]), around)
        for one in choices:
            self._visit(one, inner)

    def _parts(self, value: Node, around: _Around) -> None:
        rules = self._rules
        own = rules.verb_of(value)
        verb = own.lemma if isinstance(own, Verb) else rules.verbs.get(value.kind, around.verb)
        within = around if verb == around.verb else replace(around, verb=verb)
        if value.kind in rules.quoted:
            quotes = [part for _, part in value.parts if isinstance(part, Node)]
            within = replace(within, quoted=True, passive=any(map(rules.passive, quotes)))
        for name, part in value.parts:
            marked = (self._remarks(value, name) & rules.roles) | rules.more_roles(value, name)
            roles = within.roles + tuple(sorted(marked.difference(within.roles)))
            perhaps = around.perhaps or rules.optional(value, name)
            delayed = around.delayed or rules.delayed(value, name)
            inner = within
            if (roles, perhaps, delayed) != (within.roles, within.perhaps, within.delayed):
                inner = replace(within, roles=roles, perhaps=perhaps, delayed=delayed)
            if value.kind in rules.whole and isinstance(part, Node) and part.kind in rules.phrases:
                for _, piece in part.parts:
                    self._visit(piece, inner)
            else:
                self._visit(part, inner)
            if name == "subject":
                within = replace(within, chooser=_chooser(part, within.chooser, rules))

    def _add(self, mention: Mention, around: _Around) -> None:
        """Keep a mention, with what is so where it stands."""
        self.found.append(
            replace(
                mention,
                roles=around.roles or (EFFECT,),
                within=around.within,
                later=self._later,
                passive=around.passive,
                perhaps=around.perhaps or mention.perhaps,
                delayed=around.delayed,
                quoted=around.quoted,
                line=self._line,
            )
        )


def _is_phrase(node: Node, rules: MentionRules) -> bool:
    """Whether a node is a noun phrase that mentions something."""
    nouns = rules.only_of.get(node.kind)
    return node.kind in rules.phrases or (
        nouns is not None and not nouns.isdisjoint(heads_of(node))
    )


def _sentences(line: Value) -> Iterator[Node]:
    """Yield a line, and the sentences that it consists of."""
    if isinstance(line, Node):
        yield line
        for _, part in line.parts:
            for one in part if isinstance(part, tuple) else (part,):
                if isinstance(one, Node):
                    yield one


def _chooser(subject: Value, chooser: str, rules: MentionRules) -> str:
    if not isinstance(subject, Node):
        return chooser
    if subject.kind == "you":
        return "you"
    if subject.kind == "all_of":
        parts = {_chooser(part, "", rules) for _, part in subject.parts}
        return "shared" if parts & {"you", "other", "shared"} else chooser
    heads = set(heads_of(subject))
    if subject.kind not in rules.players and not heads & rules.players:
        return chooser
    if subject.kind == THEY:
        return THEY
    quantifier = subject.node("quantifier")
    if quantifier and quantifier.kind in {"each", "all", "every"}:
        return "shared"
    return "other"


def with_choosers(
    mentions: Sequence[Mention], meant: Sequence[tuple[int, ...]], rules: MentionRules
) -> list[Mention]:
    """Return the mentions with who chooses, where that hangs on whom "they" stands for.

    Parameters
    ----------
    mentions
        As `find_mentions` found them.
    meant
        The indices of those that each of them stands for.
    """
    found: list[Mention] = []
    chooser = "other"
    for one, others in zip(mentions, meant, strict=True):
        if one.frame == THEY:
            heads = {head for other in others for head in mentions[other].heads}
            # Units that do something choose nothing: whose text it is, does.
            chooser = "you" if heads and not heads & rules.players else "other"
        found.append(replace(one, chooser=chooser) if one.chooser == THEY else one)
    return found


def heads_of(value: Value) -> tuple[str, ...]:
    """Lemmas of the nouns at the head of a phrase."""
    if isinstance(value, Noun):
        return (value.lemma,)
    if isinstance(value, tuple):
        return tuple(lemma for item in value for lemma in heads_of(item))
    if isinstance(value, Node):
        if value.kind == "glued_nouns":
            return (*heads_of(value.get("first")), *heads_of(value.get("second")))
        for name in ("noun", "head", "items", "core"):
            if value.get(name) is not None:
                return heads_of(value.get(name))
    return ()


_MANY: Mapping[GrammaticalNumber, bool | None] = {"one": False, "many": True, None: None}


def _mention(node: Node, around: _Around, rules: MentionRules) -> Mention:
    quantifier = node.node("quantifier")
    count = None
    for inner in walk(quantifier):
        if isinstance(inner.get("count"), int):
            count = int(str(inner.get("count")))
    mention = Mention(
        start=quantifier.span[0] if quantifier and node.kind in rules.only_of else node.span[0],
        end=node.span[1],
        frame=node.kind,
        heads=heads_of(node),
        quantifier=quantifier.kind if quantifier else "",
        count=count,
        chooser=around.chooser,
        roles=around.roles or (EFFECT,),
        within=around.within,
        verb=around.verb,
        short=_short(node, rules),
        many=_MANY[rules.number(node)],
    )
    return rules.describe(node, mention)


def _one_of(node: Node, choices: list[Mention]) -> Mention:
    """Return the mention of the one thing that is meant by several phrases: what they share."""
    first = next((one for one in choices if one.quantifier), choices[0])
    zones, sides = ({one.zone for one in choices}, {one.side for one in choices})
    shared = set.intersection(*(set(one.features) for one in choices))
    return replace(
        first,
        start=node.span[0],
        end=node.span[1],
        short=node.span[1],
        frame=node.kind,
        heads=tuple(dict.fromkeys(head for one in choices for head in one.heads)),
        zone=first.zone if len(zones) == 1 else "",
        side=first.side if len(sides) == 1 else "",
        features=tuple(one for one in first.features if one in shared),
        many=first.many if len({one.many for one in choices}) == 1 else None,
    )


def _short(node: Node, rules: MentionRules) -> int:
    """Where a phrase ends before the first part behind its noun that mentions something else."""
    behind = [node.get("control"), node.get("posts")]
    for part in behind:
        pieces = part.get("items") if isinstance(part, Node) and part.get("items") else part
        for piece in pieces if isinstance(pieces, tuple) else (pieces,):
            if any(n.kind in rules.phrases or n.kind in rules.pronouns for n in walk(piece)):
                return piece.span[0] if isinstance(piece, Node) else node.span[1]
    return node.span[1]


def mention_facts(mentions: list[Mention]) -> list[Fact]:
    """Return mentions as facts: ``mention(m1)``, ``mention_is(m1,role,cost)``."""
    facts: list[Fact] = []
    for index, mention in enumerate(mentions, 1):
        name = f"m{index}"
        facts.append(Fact("mention", (name,)))

        def say(key: str, value: str | int, name: str = name) -> None:
            facts.append(Fact("mention_is", (name, key, value)))

        say("frame", mention.frame)
        for key in ("quantifier", "chooser", "zone", "side", "verb"):
            if text := getattr(mention, key):
                say(key, text)
        for head in mention.heads:
            say("head", _symbol(head))
        for role in mention.roles:
            say("role", role)
        for feature in mention.features:
            say("feature", _symbol(feature))
        if mention.count is not None:
            say("count", mention.count)
        if mention.within is not None:
            say("within", f"m{mention.within + 1}")
        if mention.implicit:
            say("implicit", "true")
        if mention.later:
            say("later", "true")
        if mention.delayed:
            say("delayed", "true")
        if mention.passive:
            say("stated", "true")
        if mention.perhaps:
            say("perhaps", "true")
        if mention.quoted:
            say("quoted", "true")
    return facts


def _symbol(text: str) -> str:
    name = "".join(c if c.isalnum() else "_" for c in text.lower())
    return name if name[:1].isalpha() else f"x{name}"
