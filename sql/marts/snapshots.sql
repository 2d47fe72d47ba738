-- One row per agent and category on the logical date: the part of this day that the history stores.
select
  run.day,
  rankings.handle,
  rankings.category,
  rankings.rank,
  rankings.score,
  rankings.exact_score,
  rankings.score_low,
  rankings.score_high,
  rankings.rank_low,
  rankings.rank_high,
  rankings.tier,
  rankings.methodology_version,
  case liveness.liveness when 'alive' then true when 'not_alive' then false end as is_alive,
  liveness_rule() as liveness_rule,
  trust.score::bigint as trust_score,
  attention.visibility,
  -- A rank that rests on more of them than the day before has new evidence.
  if(rankings.category = 'service', paid.payment_days, null) as payment_days
from rankings
join liveness using (handle)
join trust using (handle)
left join int_agents__visibility as attention using (handle, category)
left join int_agents__payment_days as paid using (handle)
cross join run
