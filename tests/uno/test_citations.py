"""Every ruling, and every fault of other games that the engine could have too, has its test."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]

RULINGS = {f"R{number}" for number in (*range(1, 37), 38)}
"""R37 says what is out of scope."""

FAULTS = """
    B01 B02 B03 B07 B08 B09 B11 B12 B13 B14 B15 B16 B17 B18 B19 B20 B22 B24 B25 B26 B27 B28 B29 B30
    B31 B32 B34
    B37 B38 B39 B41 B42 B45 B47 B48
    B49 B50 B51 B54 B55 B56 B58 B59
    B60 B61 B62 B64 B66 B67 B68 B69 B72 B73
    B75 B76 B77 B78 B79 B80 B81
    B83 B84 B85 B86
    B90 B94 B95
    B109 B110 B114
"""
"""Those of the reports that need no table and no screen."""


def cited():
    """All numbers of rulings and reports in the docstrings of tests."""
    trees = [ast.parse(path.read_text("utf-8")) for path in TESTS.rglob("test_*.py")]
    kinds = ast.FunctionDef, ast.AsyncFunctionDef
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, kinds)]
    tests = [node for node in functions if node.name.startswith("test_")]
    words = " ".join(ast.get_docstring(test) or "" for test in tests)
    return set(re.findall(r"\b[RB]\d+\b", words))


def test_every_ruling_has_a_test_that_cites_it():
    assert cited() >= RULINGS


def test_every_report_that_concerns_the_engine_has_a_test_that_cites_it():
    assert cited() >= set(FAULTS.split())
