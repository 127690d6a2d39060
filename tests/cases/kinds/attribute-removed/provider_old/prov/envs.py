import os

USE_V1 = os.environ.get("PROV_USE_V1", "0") == "1"
LOG_LEVEL = os.environ.get("PROV_LOG_LEVEL", "info")
