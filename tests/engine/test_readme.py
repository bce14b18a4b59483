import doctest


def test_the_worked_example_of_the_readme_holds():
    assert doctest.testfile("../../tournament/engine/README.md").failed == 0
