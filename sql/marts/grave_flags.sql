-- One row per agent that has not departed and has a flag of severity major or critical: each such flag once, the gravest
-- of it (in the alphabet critical stands before major), as every row about the agent tells them.
with gravest as (
  select handle, position, flag, min(severity) as severity
  from int_trust__flags_raised
  where severity in ('major', 'critical')
  group by handle, position, flag
)
select handle, list({flag: flag, severity: severity} order by position) as flags
from gravest
group by handle
