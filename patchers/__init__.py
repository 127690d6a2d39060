"""From a finding to a patch that is proven before it is offered."""
