-- One row per risk flag that there is, with what it says of an agent.
select * from (values
  (1, 'wash_trade', 'Payments to a wallet of it were flagged by the wash rule.'),
  (2, 'hostile_name', 'A name of it holds characters or words meant for machines, not for people.'),
  (3, 'wallet_mismatch', 'Its registration, its own host and the feeds that list it do not name the same wallet to pay.'),
  (4, 'impersonation', 'It has the name or the domain of another agent that is older or catalogued, and better proven.'),
  (5, 'endpoint_expired', 'An endpoint of it answered once and has not on the last 3 observed days or more.'),
  (6, 'unsafe_endpoint', 'An address of it may not be fetched, such as one in a private network.'),
  (7, 'copied_registration', 'Its registration has the name and description of 5 others or more.'),
  (8, 'sudden_death', 'It was at work day after day and then stopped.')
) as flags (position, flag, meaning)
