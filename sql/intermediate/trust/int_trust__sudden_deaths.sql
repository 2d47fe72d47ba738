-- One row per agent and kind of sudden stop: after 7 consecutive days with 14 payments or more, no payment on 5 days that
-- were observed on all chains it was paid on; or it was alive on each of 14 observed days over more than alive_days(),
-- and then, in the last 30, was not. One act keeps an agent alive for alive_days(), so an agent that acted once cannot
-- die.
with observed as (
  select distinct chain, paid_on from stg_x402_payments__payments
),
paid as (
  select operators.handle, payments.chain, payments.paid_on, count(*) as payments
  from stg_x402_payments__payments as payments
  join int_operators__agents as operators on operators.chain = payments.chain and operators.operator = payments.operator
  where operators.is_credited
  group by operators.handle, payments.chain, payments.paid_on
),
ended as (
  select handle, max(paid_on) as last_paid_on from paid group by handle
),
streaks as (
  select ended.handle, ended.last_paid_on, list_distinct(list(paid.chain)) as chains
  from ended
  join paid using (handle)
  where paid.paid_on > ended.last_paid_on - 7
  group by ended.handle, ended.last_paid_on
  having count(distinct paid.paid_on) = 7 and sum(paid.payments) >= 14
),
silent as (
  select streaks.handle, observed.paid_on
  from streaks
  join observed on observed.paid_on > streaks.last_paid_on and list_contains(streaks.chains, observed.chain)
  cross join run
  where streaks.last_paid_on > run.day - 30
  group by streaks.handle, streaks.chains, observed.paid_on
  having count(*) = len(streaks.chains)
),
stopped as (
  select handle, count(*) as silent_days from silent group by handle having count(*) >= 5
),
watched as (
  select observed.handle, observed.day, observed.is_alive, max(observed.day) filter (observed.is_alive) over (partition by observed.handle) as last_alive_on
  from int_reliability__days as observed
),
ceased as (
  select watched.handle, count(*) as alive_days
  from watched
  join liveness using (handle)
  cross join run
  where
    liveness.liveness = 'not_alive' and watched.last_alive_on > run.day - 30
    and watched.day between watched.last_alive_on - (2 * alive_days() - 1) and watched.last_alive_on
  group by watched.handle, watched.last_alive_on
  having count(*) >= 14 and min(watched.day) <= watched.last_alive_on - alive_days() and bool_and(watched.is_alive)
)
select handle, 'It received payments every day for at least a week, and none on the last ' || silent_days || ' observed days.' as reason
from stopped
join liveness using (handle)
union all
select handle, 'It was alive on each of ' || alive_days || ' observed days and is no longer alive.' from ceased
