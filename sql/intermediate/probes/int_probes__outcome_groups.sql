-- One row per outcome of a probe: the group that totals count it in.
select *
from (
  values
    ('answers', 'answers'), ('gated', 'gated'), ('answers_before_payment', 'answers_before_payment'),
    ('wrong_protocol', 'other'), ('parked', 'other'), ('card_only', 'other'), ('malformed', 'other'),
    ('redirects', 'other'), ('unsafe', 'other'),
    ('not_found', 'silent'), ('dns', 'silent'), ('refused', 'silent'), ('tls', 'silent'), ('server_error', 'silent'),
    ('timeout', 'silent'),
    ('rate_limited', 'unmeasured'), ('blocked', 'unmeasured'),
    ('not_probed', 'not_probed')
) as listed (outcome, outcome_group)
