"""Experience: the ledger, proposals to buy something with it, and the training that follows."""

from campaigns.services.experience.ledger import (
    Gift,
    award,
    count_missing,
    read_all_balances,
    read_balances,
    reverse_award,
    reverse_entry,
)
from campaigns.services.experience.proposals import (
    Quote,
    Wish,
    approve,
    propose,
    quote,
    refuse,
    reverse,
    try_again,
    waiting_steps,
    withdraw,
)
from campaigns.services.experience.stunts import pay_earned, take_earned_back
from campaigns.services.experience.training import advance_training, trained_sheet, trainings_of

__all__ = [
    "Gift",
    "Quote",
    "Wish",
    "advance_training",
    "approve",
    "award",
    "count_missing",
    "pay_earned",
    "propose",
    "quote",
    "read_all_balances",
    "read_balances",
    "refuse",
    "reverse",
    "reverse_award",
    "reverse_entry",
    "take_earned_back",
    "trained_sheet",
    "trainings_of",
    "try_again",
    "waiting_steps",
    "withdraw",
]
