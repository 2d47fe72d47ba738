-- One row per risk flag, with its meaning.
select * from (values
  (1, 'wash_trade', 'The wash rule flagged payments to one of its wallets.'),
  (2, 'hostile_name', 'One of its names contains characters or text that can deceive people or manipulate software.'),
  (3, 'wallet_mismatch', 'Its registration, its own host and the feeds that list it name different payment wallets.'),
  (4, 'impersonation', 'It uses the name or domain of another agent that is older or in the catalogue and has a better proven identity.'),
  (5, 'endpoint_expired', 'One of its endpoints used to answer and has not answered on at least the last 3 observed days.'),
  (6, 'unsafe_endpoint', 'One of its addresses must not be fetched, for example because it is in a private network.'),
  (7, 'copied_registration', 'At least 5 other registrations have the same name and description.'),
  (8, 'sudden_death', 'It was active every day for at least a week and then stopped.'),
  (9, 'hostile_tools', 'Text hidden from people in the tools of one of its servers gives instructions to the model that reads it.'),
  (10, 'tools_changed', 'The tools of one of its servers changed in the last ' || tool_change_days() || ' days while its version did not.')
) as flags (position, flag, meaning)
