from prov.engine import Engine, run
