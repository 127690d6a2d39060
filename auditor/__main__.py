"""`python -m drift_audit.auditor` is `drift-audit`."""

from drift_audit.auditor.cli import main

if __name__ == "__main__":
    main()
