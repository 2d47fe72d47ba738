-- One row per declared address in the list of probes: the last day with a sign of life, the last outcome that counts (an
-- answer, or silence once it counts), and the last day by which the schedule had asked whatever was due (read_on): what
-- was due and not asked is unread since its last observation. Outcomes that count towards no death move nothing.
with observed as (
  select
    probe_address(url) as address,
    max(last_ok_on) as answered_on,
    max(last_ok_at) as answered_at,
    max(last_silent_on) filter (dead_days > 0) as silent_on
  from stg_endpoint_probes__probes
  group by address
)
select
  probed.address,
  probed.kind,
  probed.outcome <> 'not_probed' as is_asked,
  observed.answered_on,
  observed.answered_at,
  coalesce(observed.answered_on >= coalesce(observed.silent_on, observed.answered_on), false) as is_answering,
  greatest(observed.answered_on, observed.silent_on) as judged_on,
  if(probed.asked_state in ('time', 'host_refused', 'unobserved'), probed.observed_on, probed.asked_on) as read_on
from int_probes__addresses as probed
join observed using (address)
