"""Contracts of a provider: what its source says, and what it is at run time.

`static.read_module` reads one module's facts from its source, `store.FactsStore` keeps them on
disk, `runtime.probe` asks a child interpreter that imports the provider.  Nothing here imports a
provider into this process.
"""
