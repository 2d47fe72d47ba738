-- One row per agent, departed ones too: its trust score and class, the verdict on it as a counterparty with the
-- reasons, its risk flags, an advisory price multiplier, and the limits of a payment in US dollars: shares of what its
-- customers cost to fake, null where no way to pay it is known. docs/reference/trust.md shows the rules, which are in
-- int_trust__*.
with inputs as (
  select
    *,
    case when critical_flags > 0 then 'critical' when major_flags > 0 then 'major' when minor_flags > 0 then 'minor' else 'none' end as flag_severity
  from int_trust__inputs
  join int_trust__scores using (handle)
),
fitting as (
  select inputs.handle, rules.position, rules.verdict, rules.reason, rules.sentence
  from inputs
  join seed_trust__verdicts as rules
    on (rules.flag_severity is null or rules.flag_severity = inputs.flag_severity)
    and (rules.activity is null or rules.activity = inputs.activity)
    and (rules.age is null or rules.age = inputs.age)
    and (rules.class is null or rules.class = inputs.class)
    and (rules.evidence is null or rules.evidence = inputs.evidence)
    and (rules.rail is null or rules.rail = inputs.rail)
    and (rules.basis is null or rules.basis = inputs.basis)
    and (rules.control is null or rules.control = inputs.control)
    and (rules.wash is null or rules.wash = inputs.wash)
),
decided as (
  select
    handle,
    min_by(verdict, position) as verdict,
    list_sort(list({position: position, verdict: verdict, reason: reason, sentence: sentence})) as fitted
  from fitting
  group by handle
),
priced as (
  select distinct on (inputs.handle) inputs.handle, prices.*
  from inputs
  join decided using (handle)
  join seed_trust__prices as prices
    on prices.verdict = decided.verdict
    and (prices.class is null or prices.class = inputs.class)
    and (prices.rail is null or prices.rail = inputs.rail)
    and (prices.basis is null or prices.basis = inputs.basis)
  order by inputs.handle, prices.position
),
flagged as (
  select handle, list_sort(list({position: position, flag: flag, severity: severity, reason: reason, related: related})) as flags
  from int_trust__flags
  group by handle
)
select
  inputs.handle,
  inputs.score,
  inputs.class,
  decided.verdict,
  list_transform(
    list_filter(decided.fitted, lambda one: one.verdict = decided.verdict),
    lambda one: {code: one.reason, sentence: one.sentence}
  ) as reasons,
  coalesce(list_transform(flagged.flags, lambda one: {flag: one.flag, severity: one.severity, reason: one.reason, related: one.related}), []) as flags,
  list_transform(inputs.points, lambda one: {input: one.input, value: one.value, points: one.points}) as points,
  inputs.confidence,
  inputs.evidence,
  inputs.identity,
  inputs.is_erc8004_verified,
  inputs.activity,
  inputs.basis,
  inputs.control,
  inputs.age,
  inputs.known_since,
  inputs.liveness,
  inputs.days_since_active,
  prices.price_multiplier::decimal(3, 2) as price_multiplier,
  round(100 / prices.price_multiplier - 100, 2)::decimal(5, 2) as risk_premium_pct,
  prices.recommendation,
  inputs.rail = 'known' as payable,
  inputs.cost_to_fake_usd,
  list_transform(coalesce(costs.parts, []), lambda one: {part: one.part, units: one.units, usd: one.usd}) as cost_parts,
  limit_usd(inputs.cost_to_fake_usd, transaction_share(), prices.max_per_transaction) as per_transaction,
  limit_usd(inputs.cost_to_fake_usd, limit_share(), prices.max_daily) as daily,
  coalesce(payees.wallets, []) as wallets,
  payees.paid_days
from inputs
left join decided using (handle)
left join priced as prices using (handle)
left join flagged using (handle)
left join int_trust__costs as costs using (handle)
left join int_trust__payees as payees using (handle)
