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
-- The rules read nothing else of an agent, and all agents share about a hundred situations.
situations as (
  select distinct flag_severity, activity, age, class, evidence, rail, basis, control, wash from inputs
),
decided as (
  select
    found.*,
    min_by(rules.verdict, rules.position) as verdict,
    list_sort(list({position: rules.position, verdict: rules.verdict, reason: rules.reason, sentence: rules.sentence})) as fitted
  from situations as found
  join seed_trust__verdicts as rules
    on (rules.flag_severity is null or rules.flag_severity = found.flag_severity)
    and (rules.activity is null or rules.activity = found.activity)
    and (rules.age is null or rules.age = found.age)
    and (rules.class is null or rules.class = found.class)
    and (rules.evidence is null or rules.evidence = found.evidence)
    and (rules.rail is null or rules.rail = found.rail)
    and (rules.basis is null or rules.basis = found.basis)
    and (rules.control is null or rules.control = found.control)
    and (rules.wash is null or rules.wash = found.wash)
  group by all
),
priced as (
  select
    decided.* exclude (fitted),
    list_transform(
      list_filter(fitted, lambda one: one.verdict = decided.verdict),
      lambda one: {code: one.reason, sentence: one.sentence}
    ) as reasons,
    min_by(prices, prices.position) as price
  from decided
  left join seed_trust__prices as prices
    on prices.verdict = decided.verdict
    and (prices.class is null or prices.class = decided.class)
    and (prices.rail is null or prices.rail = decided.rail)
    and (prices.basis is null or prices.basis = decided.basis)
  group by all
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
  priced.verdict,
  priced.reasons,
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
  price.price_multiplier::decimal(3, 2) as price_multiplier,
  round(100 / price.price_multiplier - 100, 2)::decimal(5, 2) as risk_premium_pct,
  price.recommendation,
  inputs.rail = 'known' as payable,
  inputs.cost_to_fake_usd,
  list_transform(coalesce(costs.parts, []), lambda one: {part: one.part, units: one.units, usd: one.usd}) as cost_parts,
  limit_usd(inputs.cost_to_fake_usd, transaction_share(), price.max_per_transaction) as per_transaction,
  limit_usd(inputs.cost_to_fake_usd, limit_share(), price.max_daily) as daily,
  coalesce(payees.wallets, []) as wallets,
  payees.paid_days
from inputs
left join priced using (flag_severity, activity, age, class, evidence, rail, basis, control, wash)
left join flagged using (handle)
left join int_trust__costs as costs using (handle)
left join int_trust__payees as payees using (handle)
