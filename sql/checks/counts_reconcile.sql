-- Alive, not alive and unknown add up to all indexed agents, and no category has more ranked than indexed agents.
with named as (select map_from_entries(list({k: name, v: count})) as n from counts)
select n from named where n['alive'] + n['not_alive'] + n['liveness_unknown'] <> n['indexed_agents'] or n['evidence_ranked_total'] > n['indexed_agents']
