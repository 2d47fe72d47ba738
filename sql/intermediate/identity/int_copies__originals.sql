-- One row per agent with a grave flag and other agent that it copies: the one that its flag of impersonation names, or,
-- where its own name hides characters or mixes scripts, an agent whose name looks the same without doing so. Of many
-- such, the 20 most trusted.
with grave as (
  select handle, flag, related from int_trust__flags where severity in ('major', 'critical')
),
named as (
  select grave.handle, theirs.handle as copied
  from grave
  join int_trust__folded_names as mine on mine.handle = grave.handle
  join int_trust__folded_names as theirs on theirs.folded = mine.folded and theirs.handle <> mine.handle
  where grave.flag = 'hostile_name' and mine.folded <> ''
    and theirs.handle not in (select handle from grave where flag = 'hostile_name')
),
copies as (
  select handle, unnest(related) as copied from grave where flag = 'impersonation'
  union
  select handle, copied from named
)
select copies.handle, copies.copied
from copies
join liveness on liveness.handle = copies.copied
join trust on trust.handle = copies.copied
qualify row_number() over (partition by copies.handle order by trust.score desc, copies.copied) <= 20
