-- One row per address in the list of probes: its last observation (outcome `not_probed`: none), what became of it on the
-- last day of probes (asked_on), and whether its host is sampled. is_drawn: it was last observed in a sample of its
-- host of the last host_sample_days(). is_excluded: it cannot be asked for a reason of its own. An address whose reason
-- lasts has no new row each day.
with newest as (
  select
    probes.*,
    probe_address(probes.url) as address,
    listed.observed_on as listed_on,
    max(listed.observed_on) over () as asked_on
  from stg_endpoint_probes__probes as probes
  join raw_endpoint_probes as listed using (url)
),
hosts as (
  select
    host,
    max(observed_on) filter (is_sample) as drawn_on,
    coalesce(
      max(listed_on) filter (is_sample) = max(listed_on) filter (reason is null or reason not in ('template', 'not_declared')),
      false
    ) as is_sampled
  from newest
  group by host
)
select distinct on (newest.address)
  newest.address,
  newest.url,
  newest.host,
  newest.kind,
  newest.outcome,
  groups.outcome_group,
  newest.reason,
  newest.status,
  newest.observed_on,
  newest.asked_on,
  case
    when newest.listed_on = newest.asked_on then coalesce(newest.reason, 'asked')
    when newest.reason in ('template', 'platform') then newest.reason
    when hosts.is_sampled then 'sampled_out'
    when newest.reason is not null and newest.reason not in ('time', 'host_refused') then newest.reason
    when newest.reason is null and groups.outcome_group in ('other', 'silent', 'unmeasured') then 'not_due'
    else 'unobserved'
  end as asked_state,
  hosts.is_sampled and newest.reason is distinct from 'template' as is_sampled,
  coalesce(hosts.is_sampled and newest.observed_on > hosts.drawn_on - host_sample_days(), false) as is_drawn,
  newest.outcome = 'not_probed' and newest.reason in ('opted_out', 'robots', 'post_only') as is_excluded,
  newest.protocol_version,
  newest.server_name,
  newest.tools_count,
  newest.tools_hash
from newest
join hosts using (host)
join int_probes__outcome_groups as groups using (outcome)
order by newest.address, is_sign_of_life(newest.outcome) desc,
  newest.observed_on desc nulls last, newest.url
