-- In no category have accounts lost more than 20 percent of their agents on average since the day before, but for what three accounts or fewer took away themselves (--accept-shrink overrides this).
with bound as (
  select record_id, handle from int_records__handles
  union
  -- An agent that was merged into another has no records of its own any more.
  select record_id, handle from past_bindings
),
claimed as (
  select distinct before.category, before.handle, keys.key
  from previous_snapshots as before
  join bound using (handle)
  join int_records__keys as keys using (record_id)
  where not keys.is_strong
),
-- Of several ties of an agent the one counts that it has in common with most.
tied as (
  select category, handle, arg_max(key, (agents, key)) as account
  from (select *, count(*) over (partition by category, key) as agents from claimed)
  group by category, handle
),
accounts as (
  select
    before.category,
    coalesce(tied.account, before.handle) as account,
    count(*) as agents,
    count(today.handle) as agents_left
  from previous_snapshots as before
  left join tied on tied.category = before.category and tied.handle = before.handle
  left join snapshots as today on today.category = before.category and today.handle = before.handle
  group by before.category, coalesce(tied.account, before.handle)
)
select
  category,
  sum(agents)::bigint as agents_before,
  sum(agents_left)::bigint as agents_now,
  count(*) as accounts_before,
  count(*) filter (agents_left < agents) as accounts_that_lost
from accounts
cross join run
where not run.accept_shrink
group by category
having avg(1 - agents_left / agents) > 0.2 and (accounts_that_lost > 3 or accounts_that_lost = accounts_before)
