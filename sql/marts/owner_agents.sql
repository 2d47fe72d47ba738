-- One row per owner with a page and agent of it that has not departed, the first max_owner_agents() in the order of find:
-- the proof of the tie, and what the owner's page shows of the agent.
with ordered as (
  select
    ties.owner,
    row_number() over (partition by ties.owner order by placed.position, ties.handle) as nth,
    ties.handle,
    ties.how,
    ties.since
  from int_owners__ties as ties
  semi join (from owners where has_page) using (owner)
  left join find_order as placed using (handle)
  where ties.departed_on is null
  qualify nth <= max_owner_agents()
)
select
  ordered.owner,
  ordered.nth as position,
  ordered.handle,
  agents.name,
  agents.primary_category,
  agents.rank,
  agents.liveness,
  trust.verdict,
  list_transform(coalesce(flagged.flags, []), lambda one: one.flag) as flags,
  ordered.how,
  ordered.since
from ordered
join agents using (handle)
join trust using (handle)
left join grave_flags as flagged using (handle)
