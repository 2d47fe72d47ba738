-- One row per kind of address and disagreement of the last 30 days: the outcome that the prober saw, the one that the second
-- client saw, of which one is a sign of life and the other is silence, and how often.
select kind, outcome, control_outcome, count(*) as addresses
from int_probes__control
where said <> control_said and 'unmeasured' not in (said, control_said)
group by kind, outcome, control_outcome
order by kind, addresses desc, outcome, control_outcome
