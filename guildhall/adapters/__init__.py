"""Games of the kit under the interfaces of other libraries.

`guildhall.adapters.pettingzoo` needs the extra `pettingzoo`, `guildhall.adapters.openspiel` the extra `openspiel`.
Neither is imported before it is asked for, and a game reaches both through its rules alone.
`guildhall.adapters.lanes` steps many games at once and needs no extra.
"""
