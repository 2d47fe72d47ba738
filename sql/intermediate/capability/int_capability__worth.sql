-- One row per agent that has not departed: its worth for find, its group (0: works; 1: a registration that nobody saw work;
-- 2: with a grave flag; 3: rejected), and what orders those of equal worth.
-- Worth is a product (core/interface/find/weights.ts). Scores of different categories are not compared: the rank in it is
-- the best of an agent's ranks, as a share of the ranked agents of that category.
with shares as (
  select
    handle, tier, score,
    (row_number() over category_tier - 0.5) / count(*) over (partition by category, tier) as share
  from rankings
  window category_tier as (partition by category, tier order by position)
),
best as (
  select handle, min(share) as share, arg_max(score, (-share, score)) as score
  from shares
  join tiers using (handle, tier)
  group by handle
),
judged as (
  select
    handle,
    score,
    verdict,
    verdict = 'reject' as is_refused,
    len(list_filter(flags, lambda one: one.severity in ('major', 'critical'))) > 0 as is_flagged
  from trust
),
vendors as (
  select
    handle,
    bool_or(is_own) as is_own,
    bool_or(product in (
      select product from int_capability__products join agents using (handle)
      where is_own and primary_category <> 'developer' and departed_on is null
    )) as has_rival
  from int_capability__products
  group by handle
),
-- Developers of which other agents are.
makers as (
  select distinct makers.handle
  from (
    select handle, key from int_records__keys join int_records__handles using (record_id)
    where starts_with(key, 'organization:') or starts_with(key, 'account:')
  ) as makers
  join (
    select handle, key from int_records__keys join int_records__handles using (record_id) join agents using (handle)
    where departed_on is null and primary_category <> 'developer'
  ) as made on made.key = makers.key and made.handle <> makers.handle
)
select
  handle,
  best.share,
  best.score,
  judged.score as trust_score,
  judged.is_refused,
  judged.is_flagged,
  case
    when is_refused then 3
    when is_flagged then 2
    when agents.archetype = 'registered_agent' and agents.tier <> 'evidence_ranked' and agents.liveness is distinct from 'alive' then 1
    else 0
  end as own_group,
  if(agents.tier = 'evidence_ranked', 1 - worth_of_rank() * best.share, worth_unranked())
    * case
        when agents.primary_category = 'developer' then if(makers.handle is not null, worth_maker(), worth_developer())
        when vendors.is_own then worth_official()
        when vendors.has_rival then worth_third_party()
        else 1
      end
    * case agents.liveness when 'alive' then 1 when 'not_alive' then worth_not_alive() else worth_liveness_unknown() end
    * if(judged.verdict = 'proceed', 1, worth_caution()) as worth
from agents
join best using (handle)
join judged using (handle)
left join vendors using (handle)
left join makers using (handle)
where agents.departed_on is null
