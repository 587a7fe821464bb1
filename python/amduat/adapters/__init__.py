"""The games in the interfaces that other tools expect.

``amduat.adapters.open_spiel`` for OpenSpiel, ``amduat.adapters.pettingzoo`` for PettingZoo and
``amduat.adapters.gymnasium`` for Gymnasium. Each needs its package:
``pip install 'amduat[open-spiel]'`` and so on.
"""
