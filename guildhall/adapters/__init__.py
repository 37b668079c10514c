"""Adapters of the kit's games to the interfaces of other libraries.

`guildhall.adapters.pettingzoo` needs the extra `pettingzoo`, `guildhall.adapters.openspiel` the extra `openspiel`. Each
is imported only on request, and uses nothing but a game's rules. `guildhall.adapters.match` steps many games at once
and needs no extra.
"""
