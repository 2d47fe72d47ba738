-- One row per protocol or surface: the number of agents that have not departed and were observed on it, and the numbers
-- of those that are alive and evidence-ranked. An agent on several surfaces counts on each.
select
  listed.position,
  listed.surface,
  listed.title,
  listed.protocol,
  count(agents.handle) as agents_indexed,
  count(agents.handle) filter (agents.liveness = 'alive') as agents_alive,
  count(agents.handle) filter (agents.tier = 'evidence_ranked') as agents_evidence_ranked
from int_capability__surfaces as listed
left join int_capability__agent_surfaces as used using (surface)
left join agents using (handle)
group by listed.position, listed.surface, listed.title, listed.protocol
order by listed.position
