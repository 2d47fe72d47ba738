-- One row per agent that has not departed: evidence_ranked when it has the evidence in any of its categories.
select
  handle,
  case when bool_or(tier = 'evidence_ranked') then 'evidence_ranked' else 'indexed' end as tier
from rankings
group by handle
