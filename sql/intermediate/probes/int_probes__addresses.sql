-- One row per address in the list of probes: its last observation (outcome `not_probed`: none), what became of it on the
-- last day of probes (asked_on), and whether its host is sampled. is_drawn: it is in the newest sample of its host, and
-- was observed, or cannot be asked for a reason of its own. What only the day's limits held up says nothing of a host.
with newest as (
  select
    probes.*,
    probe_address(probes.url) as address,
    listed.observed_on as listed_on,
    max(listed.observed_on) over () as asked_on,
    case
      when listed.outcome <> 'not_probed' or listed.reason in ('opted_out', 'robots', 'post_only') then listed.observed_on
    end as drawn_on
  from stg_endpoint_probes__probes as probes
  join raw_endpoint_probes as listed using (url)
),
hosts as (
  select
    host,
    max(drawn_on) filter (is_sample) as drawn_on,
    coalesce(max(listed_on) filter (is_sample) = max(listed_on) filter (reason is null or reason not in ('template', 'not_declared')), false) as is_sampled
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
    when newest.observed_on = newest.asked_on and newest.listed_on = newest.asked_on and newest.reason is null then 'asked'
    when newest.listed_on = newest.asked_on or newest.reason in ('template', 'platform') then newest.reason
    when hosts.is_sampled then 'sampled_out'
    else 'not_due'
  end as asked_state,
  hosts.is_sampled and newest.reason is distinct from 'template' as is_sampled,
  hosts.is_sampled and newest.drawn_on is not distinct from hosts.drawn_on and newest.drawn_on is not null as is_drawn,
  newest.protocol_version,
  newest.server_name,
  newest.tools_count,
  newest.tools_hash
from newest
join hosts using (host)
join int_probes__outcome_groups as groups using (outcome)
order by newest.address, groups.outcome_group in ('answers', 'gated', 'answers_before_payment') desc,
  newest.observed_on desc nulls last, newest.url
