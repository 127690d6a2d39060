class DiskSpec:
    path = ""
