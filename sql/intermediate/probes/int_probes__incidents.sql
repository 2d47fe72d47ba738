-- One row per address and incident of it that lasts, or ended in the last 90 days: observed days in a row without a sign of
-- life, between two that had one, or before or after one. ended_on is the last of these days; null while it lasts. Days that
-- were not measured neither make one nor end it: none asked, limited, blocked, heard by the second client, or of a kind of
-- address that this heard twice on the day. is_*_changed compares the answers around it; null where either is unknown.
with doubted as (
  select kind, observed_on
  from stg_endpoint_probes__observations
  where is_silent and is_sign_of_life(control_outcome)
  group by kind, observed_on
  having count(*) >= 2
),
silent as (
  select distinct probe_address(seen.url) as address
  from stg_endpoint_probes__observations as seen
  cross join run
  where seen.is_silent and seen.observed_on > run.day - 90 and seen.kind not in ('proof', 'manifest')
),
measured as (
  select
    probe_address(seen.url) as address,
    seen.observed_on,
    bool_or(seen.is_alive) as is_alive,
    max_by(struct_pack(
      url := seen.url, kind := seen.kind, outcome := seen.outcome, version := seen.server_version, tools := seen.tools_hash,
      observed_at := seen.observed_at, response_sha256 := seen.response_sha256
    ), (seen.is_alive, seen.url)) as seen
  from stg_endpoint_probes__observations as seen
  left join doubted on doubted.kind = seen.kind and doubted.observed_on = seen.observed_on
  where probe_address(seen.url) in (select address from silent)
    and (seen.is_alive or (
      seen.is_silent and doubted.kind is null and not coalesce(is_sign_of_life(seen.control_outcome), false)
    ))
  group by address, seen.observed_on
),
numbered as (
  select
    * exclude (seen),
    unnest(seen),
    count(*) filter (is_alive) over (partition by address order by observed_on) as answers
  from measured
),
silences as (
  select
    address,
    answers,
    min(observed_on) as began_on,
    max(observed_on) as last_silent_on,
    count(*) as silent_days,
    max_by(url, observed_on) as url,
    max_by(kind, observed_on) as kind,
    max_by(outcome, observed_on) as outcome,
    max_by(observed_at, observed_on) as observed_at,
    max_by(response_sha256, observed_on) as response_sha256
  from numbered
  where not is_alive
  group by address, answers
),
answered as (
  select * from numbered where is_alive
)
select
  silences.address,
  silences.url,
  silences.kind,
  silences.outcome,
  before.observed_on as answered_before_on,
  silences.began_on,
  if(after.observed_on is null, null, silences.last_silent_on) as ended_on,
  after.observed_on as answered_again_on,
  silences.silent_days,
  before.outcome as outcome_before,
  after.outcome as outcome_after,
  before.version <> after.version as is_version_changed,
  before.tools <> after.tools as is_tools_changed,
  silences.observed_at,
  silences.response_sha256
from silences
left join answered as before on before.address = silences.address and before.answers = silences.answers
left join answered as after on after.address = silences.address and after.answers = silences.answers + 1
cross join run
where (before.address is not null or after.address is not null)
  and (after.address is null or silences.last_silent_on > run.day - 90)
