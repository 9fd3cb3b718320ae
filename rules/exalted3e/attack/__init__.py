"""Attacks: withering, decisive, gambits and clashes, from the declaration to the last consequence (3E-298)."""
