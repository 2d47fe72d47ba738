-- One row per agent that has not departed and owner of it, the one with most agents first: the proof of the tie, since when,
-- and the number of the owner's other agents.
select
  ties.handle,
  row_number() over (partition by ties.handle order by owners.agents desc, ties.owner) as position,
  ties.owner,
  ties.how,
  ties.since,
  owners.agents - 1 as others,
  owners.has_page
from int_owners__ties as ties
join owners using (owner)
where ties.departed_on is null
