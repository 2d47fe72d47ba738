-- One row per published count; pages and answers count nothing themselves.
select 'indexed_agents' as name, count(*) as count from agents where departed_on is null
union all
select 'evidence_ranked_total', count(*) from agents where departed_on is null and tier = 'evidence_ranked'
union all
select 'departed_agents', count(*) from agents where departed_on is not null
union all
select 'alive', count(*) from agents where liveness = 'alive'
union all
select 'not_alive', count(*) from agents where liveness = 'not_alive'
union all
select 'liveness_unknown', count(*) from agents where liveness = 'unknown'
union all
select 'historical_snapshots', (select coalesce(sum(snapshots), 0) from past_snapshot_counts) + (select count(*) from snapshots)
union all
select 'tracked_protocol_surfaces', count(*) from sources where last_ok_on is not null
union all
select 'x402_endpoints_in_bazaar', count(distinct resource) filter (not is_route_template(resource)) from stg_x402_bazaar__listings where gone_since is null
having exists (select 1 from sources where starts_with(name, 'x402_bazaar_') and last_ok_on is not null)
union all
select 'x402_templates_in_bazaar', count(distinct resource) from stg_x402_bazaar__listings
where gone_since is null and is_route_template(resource)
having count(*) > 0
union all
select 'erc8004_registered', count(*) from agents where departed_on is null and is_erc8004_registered
union all
select 'category/' || categories.id || '/indexed', count(rankings.handle)
from categories
left join rankings on rankings.category = categories.id
group by categories.id
union all
select 'category/' || categories.id || '/evidence_ranked', count(rankings.handle)
from categories
left join rankings on rankings.category = categories.id and rankings.tier = 'evidence_ranked'
group by categories.id
union all
select 'changes/' || kind, count(*) from changes group by kind
union all
select 'directory/docker_mcp/servers', count(*) from stg_docker_mcp__servers where not is_gone having count(*) > 0
union all
select 'directory/smithery/servers', total from stg_smithery__totals
union all
select 'quarantined_rows', coalesce(sum(quarantined), 0) from sources
order by name
