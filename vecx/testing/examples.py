"""hypothesis with machines: each example starts with the machine in the test's first state."""

import functools
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from ..machine import Machine


def given(*strategies: Any, **named: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `hypothesis.given`, but restore every machine before each example.

    Restoring takes microseconds, so that shrinking is fast.

    >>> from hypothesis import strategies as st
    >>> @given(a=st.integers(0, 255))
    ... def test_abs(machine, a):
    ...     assert machine.call("Abs_a_b", a=a, s=0xCBEA).registers.a < 128 or a == 128
    """
    import hypothesis

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        begun: WeakKeyDictionary[Machine, Any] = WeakKeyDictionary()

        @functools.wraps(test)
        def put_back(*args: Any, **options: Any) -> None:
            for machine in (*args, *options.values()):
                if isinstance(machine, Machine) and machine in begun:
                    machine.restore(begun[machine])
                elif isinstance(machine, Machine):
                    begun[machine] = machine.keep()
            test(*args, **options)

        allowed = hypothesis.HealthCheck.function_scoped_fixture
        settings = hypothesis.settings(deadline=None, suppress_health_check=[allowed])
        return settings(hypothesis.given(*strategies, **named)(put_back))

    return decorate
