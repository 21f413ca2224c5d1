"""Environments for reinforcement learning: the extra `gym`.

    cartridge.py  any cartridge as a Gymnasium environment
    vector.py     several of them at a time
    boards.py     Connect-4 and Reversi as games: start, moves, results
    single.py     these against the cartridge's computer, for Gymnasium
    pairs.py      these for two players, for PettingZoo

`import vecx.learning` registers vecx/Connect4-v0, vecx/Reversi-v0 and vecx/Cartridge-v0.
"""

from ..errors import VecxError, install

try:
    import gymnasium
except ImportError:
    raise VecxError("vecx.learning needs the packages of the extra `gym`: "
                    f"{install('gym')}") from None

from .cartridge import CartridgeEnv
from .single import BoardEnv
from .vector import CartridgeVectorEnv

__all__ = ["BoardEnv", "CartridgeEnv", "CartridgeVectorEnv", "register"]
NAMES = {"vecx/Cartridge-v0": ("vecx.learning.cartridge:CartridgeEnv", {}),
         "vecx/Connect4-v0": ("vecx.learning.single:BoardEnv", {"game": "connect4"}),
         "vecx/Reversi-v0": ("vecx.learning.single:BoardEnv", {"game": "reversi"})}


def register() -> None:
    """Register the environments with Gymnasium; does nothing the second time.

    >>> from vecx.learning import register
    >>> register()
    >>> import gymnasium
    >>> gymnasium.spec("vecx/Connect4-v0").kwargs
    {'game': 'connect4'}
    """
    for name, (entry, arguments) in NAMES.items():
        if name not in gymnasium.registry:
            vector = "vecx.learning.vector:CartridgeVectorEnv" if "Cartridge" in name else None
            gymnasium.register(name, entry, kwargs=arguments, vector_entry_point=vector)


register()
