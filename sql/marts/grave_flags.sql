-- One row per agent that has not departed and has a flag of severity major or critical: each such flag once, at its
-- highest severity (critical sorts before major), as in every row about the agent.
with gravest as (
  select handle, position, flag, min(severity) as severity
  from int_trust__flags
  where severity in ('major', 'critical')
  group by handle, position, flag
)
select handle, list({flag: flag, severity: severity} order by position) as flags
from gravest
group by handle
