-- One row per address and day on which a second client asked too: what each saw, as a sign of life, as silence, or as
-- neither.
select
  seen.kind,
  seen.observed_on,
  seen.outcome,
  seen.control_outcome,
  case when seen.is_alive then 'alive' when seen.is_silent then 'silent' else 'unmeasured' end as said,
  case
    when is_sign_of_life(seen.control_outcome) then 'alive'
    when groups.outcome_group in ('other', 'silent') then 'silent'
    else 'unmeasured'
  end as control_said
from stg_endpoint_probes__observations as seen
join int_probes__outcome_groups as groups on groups.outcome = seen.control_outcome
cross join run
where seen.control_outcome <> 'not_probed' and seen.observed_on > run.day - 30
