import os

LOG_LEVEL = os.environ.get("PROV_LOG_LEVEL", "info")
