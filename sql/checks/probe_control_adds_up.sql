-- What the second client saw adds up to the addresses that it asked, and its disagreements are listed.
with listed as (
  select kind, sum(addresses) as addresses from probe_disagreements group by kind
),
counted as (
  select kind, sum(case said when 'alive' then silent when 'silent' then alive else 0 end) as addresses
  from probe_control
  where days = 30 and kind <> 'all'
  group by kind
)
select counted.kind, counted.addresses
from counted
left join listed using (kind)
where counted.addresses <> coalesce(listed.addresses, 0)
union all
select kind, asked from probe_control where asked <> alive + silent + unmeasured
