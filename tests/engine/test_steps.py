import pytest

from tournament.engine.steps import Steps, StepsUsedUp


def test_all_steps_may_be_taken_and_not_one_more():
    steps = Steps(5)
    steps.take(2)
    steps.take(3)

    with pytest.raises(StepsUsedUp):
        steps.take(1)
