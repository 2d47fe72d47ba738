-- One row per agent that has not departed and operator that its present records name, or that is paid for it: an
-- organization, an account, a host or a wallet, as a search term. None of this is proven; it helps to find agents.
with claimed as (
  select bound.handle, split_part(keys.key, ':', 1) as kind, keys.key
  from int_records__keys as keys
  join int_records__handles as bound using (record_id)
  join int_records as records using (record_id)
  where records.departed_on is null
),
named as (
  select
    handle,
    kind,
    case kind when 'wallet' then regexp_extract(key, '[^/]+$') else substr(key, length(kind) + 2) end as operator
  from claimed
  where kind in ('organization', 'account', 'domain', 'wallet')
  union
  select unnest(handles), 'wallet', operator from int_x402__operators
)
select named.handle, list_position(['organization', 'account', 'domain', 'wallet'], kind) as position, operator
from named
join int_agents__profiles as agents using (handle)
where agents.departed_on is null and operator <> ''
