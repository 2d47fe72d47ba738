-- One row per protocol or surface: how many agents that have not departed were observed on it, and how many of those
-- are alive and evidence-ranked. An agent on several surfaces counts on each.
select
  listed.position,
  listed.surface,
  listed.title,
  listed.protocol,
  count(agents.handle) as agents_indexed,
  count(agents.handle) filter (agents.liveness = 'alive') as agents_alive,
  count(agents.handle) filter (agents.tier = 'evidence_ranked') as agents_evidence_ranked
from int_capability__surfaces_listed as listed
left join int_capability__surfaces_used as used using (surface)
left join agents using (handle)
group by listed.position, listed.surface, listed.title, listed.protocol
order by listed.position
