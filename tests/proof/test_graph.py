"""The cheapest proofs of a graph."""

from __future__ import annotations

from kb.proof.graph import ProofGraph


def graph(size, *alternatives):
    made = ProofGraph()
    for _ in range(size):
        made.node()
    for node, weight, premises, *needed in alternatives:
        made.add(node, weight, premises, (node, weight), needed=needed[0] if needed else None)
    return made


def chosen(made, *goals):
    return {node: each.content[1] for node, each in made.settle(goals).items()}


def test_the_cheapest_alternative_is_taken():
    made = graph(2, (0, 5, []), (1, 1, [0]), (1, 7, []), (0, 2, []))
    assert chosen(made, 1) == {0: 2, 1: 1}


def test_a_premise_counts_as_often_as_it_stands_in_the_tree():
    # 3 rests on 1 and 2, which both rest on 0: in all 4 + 4 + 2 + 1; directly it costs 10.
    made = graph(4, (0, 4, []), (1, 1, [0]), (2, 1, [0]), (3, 1, [1, 2]), (3, 10, []))
    assert chosen(made, 3)[3] == 10


def test_circles_are_no_proofs():
    made = graph(3, (0, 0, [1]), (1, 0, [0]), (2, 1, []))
    assert chosen(made, 0, 1, 2) == {2: 1}


def test_a_premise_named_twice_is_needed_once():
    made = graph(2, (0, 1, []), (1, 1, [0, 0]))
    assert chosen(made, 1) == {0: 1, 1: 1}


def test_only_what_is_needed_is_taken():
    made = graph(4, (0, 9, []), (1, 2, []), (2, 3, []), (3, 1, [0, 1, 2], 2))
    settled = made.settle([3])
    assert sorted(settled[3].taken) == [1, 2]
    assert settled[3].cost == 6


def test_amounts_add_up_to_what_is_needed():
    made = graph(4, (0, 1, []), (1, 2, []), (2, 3, []))
    made.add(3, 0, [0, 1, 2], (3, 0), needed=10, amounts={0: 4, 1: 6, 2: 50})
    assert sorted(made.settle([3])[3].taken) == [0, 1]


def test_too_little_is_no_proof():
    made = graph(2, (0, 1, []), (1, 1, [0], 2))
    assert 1 not in made.settle([1])


def test_nothing_needed_is_a_leaf():
    made = graph(2, (1, 1, [0], 0))
    assert made.settle([1])[1].taken == []


def test_ties_fall_to_the_first():
    made = graph(1, (0, 1, []))
    made.add(0, 1, [], (0, "second"))
    assert chosen(made, 0) == {0: 1}


def test_a_graph_can_be_settled_again():
    made = graph(2, (0, 1, []), (1, 1, [0]))
    assert chosen(made, 1) == chosen(made, 1)
