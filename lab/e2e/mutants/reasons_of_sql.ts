/** A change of a file, as the campaign prints the line with it, and why it may survive. */
type Reasoned = [change: string, reason: string]

const ONE_HOLDER = 'The rows of a group are of one agent, since more than one make no group.'
const ONE_BEST = 'The rows of a group all have the best standing of a name.'
const ANY_ROW = 'What is asked is whether there is a row, and not what stands in it.'
const ONE_AMOUNT = 'A metric has one amount for a day.'
const BELOW_SHARE = 'One payment of the least ten is less than the share that is flagged.'
const MINOR_WEIGHS_NOTHING = 'No rule of the verdict asks for minor flags.'
const NO_DAY = 'Of an agent without an observed day there is no share, whatever is divided by none.'
const DISTINCT_LATER = 'Texts are made distinct after they are normalised.'

/** Survivors of SQL that no input tells from the code, by path. */
export const OF_SQL: Record<string, Reasoned[]> = {
  'sql/intermediate/capability/int_capability__surfaces.sql': [
    ["where surface <> 'docker_mcp' or exists (select [1→2] from stg_docker_mcp__servers)", ANY_ROW],
  ],
  'sql/intermediate/capability/int_capability__terms.sql': [
    [
      'select [distinct →]own.handle, own.field, true as is_trusted, own.text from own join liveness using (handle) where own.text is not null',
      DISTINCT_LATER,
    ],
    [
      'select [distinct →]strangers.handle, strangers.field, false, strangers.text from strangers join liveness using (handle) where strangers.text is not null',
      DISTINCT_LATER,
    ],
  ],
  'sql/intermediate/identity/int_agents__shared_keys.sql': [
    [
      'select key, count(*) as agent_count, min(handle, [11→12]) as first_handles',
      'Eleven names leave ten others for any agent, and no more are shown.',
    ],
  ],
  'sql/intermediate/identity/int_records__ambiguous_keys.sql': [
    ['having count([distinct →]keys.record_id) > 1', 'A record claims a key once.'],
  ],
  'sql/intermediate/signals/int_feedback__independent_clients.sql': [
    [
      'select client, count([distinct →]agent_key) as agents, count(distinct owner) as owners',
      'An agent has one owner, so it stands once for a client already.',
    ],
  ],
  'sql/intermediate/signals/int_model_family__signal_inputs.sql': [
    ['select [1→2] from int_model_family__models as own', ANY_ROW],
  ],
  'sql/intermediate/trust/int_trust__character_folds.sql': [
    [
      "select chr([min→max](point)), min(plain), 'look_alike' from looks group by point",
      'The rows of a group are of one point.',
    ],
  ],
  'sql/intermediate/trust/int_trust__endpoint_results.sql': [
    [
      "(judged.is_file or coalesce(probes.outcome = 'unsafe', false)) and not coalesce(judged.is_public, [false→true]) as is_unsafe,",
      'Only a file without an address would be told apart, and none of those is ever refused.',
    ],
  ],
  'sql/intermediate/trust/int_trust__impersonations.sql': [
    ['[max→min](standing) as standing,', ONE_BEST],
    ['[min→max](handle) as handle,', ONE_HOLDER],
    ['[min→max](known_since) as known_since,', ONE_HOLDER],
    [
      'select folded, list(bare) as bares, [min→max](handle) as handle, min(known_since) as known_since, min(standing) = 3 as is_catalogued',
      ONE_HOLDER,
    ],
    [
      'select folded, list(bare) as bares, min(handle) as handle, [min→max](known_since) as known_since, min(standing) = 3 as is_catalogued',
      ONE_HOLDER,
    ],
    [
      'select folded, list(bare) as bares, min(handle) as handle, min(known_since) as known_since, [min→max](standing) = 3 as is_catalogued',
      ONE_HOLDER,
    ],
  ],
  'sql/intermediate/trust/int_trust__scores.sql': [
    [
      'greatest(least(sum(counted.times * given.points), [100→101]), 0)::int as score,',
      'The points of the best agent add up to 100.',
    ],
  ],
  'sql/intermediate/trust/int_trust__wallet_mismatches.sql': [
    [
      'where two.feed [>→>=] one.feed and not list_has_any(one.wallets, two.wallets)',
      'A feed has all wallets in common with itself.',
    ],
  ],
  'sql/intermediate/x402/int_x402_operators__scopes.sql': [
    [
      'select distinct operator, chain from stg_x402_payments__payments where operator is not null [and→or] payer is not null',
      'A payment without a payer or an operator is in no day that is joined to a chain.',
    ],
  ],
  'sql/intermediate/x402/int_x402_days__coverage.sql': [
    ['where midnight [<=→<] run.day_end', 'The end of a day is a second before midnight.'],
    ['having seconds_observed [>→>=] 0', 'A day without a second of a span is in no range of days.'],
  ],
  'sql/intermediate/x402/int_x402_days__completeness.sql': [
    [
      "select 'all', day, [bool_and→bool_or](is_complete)",
      'The days of one chain alone are observed, that of Base.',
    ],
  ],
  'sql/intermediate/x402/int_x402__operators.sql': [
    [
      '[min→max](matched.handle) filter (matched.is_credited) as credited_handle',
      'On a chain an operator is credited to one agent.',
    ],
  ],
  'sql/intermediate/x402/int_x402_relayers__counts.sql': [
    [
      'where payments.operator is not null [and→or] payments.relayer is not null',
      'Without a relayer there is no name and no stranger, and without an operator no window.',
    ],
    ['where age [<→<=] market_days()', 'The windows end a day before, with the range of their ages.'],
  ],
  'sql/intermediate/x402/int_x402_windows__counts.sql': [
    ['coalesce(sum(funded_payments) over so_far, [0→1])::bigint as funded_payments,', BELOW_SHARE],
    ['coalesce(sum(loop_payments) over so_far, [0→1])::bigint as loop_payments,', BELOW_SHARE],
  ],
  'sql/intermediate/x402/int_x402_windows__wash_results.sql': [
    [
      "and squares::double * rule['few_payers'] [>=→>] 0.99 * (rule['few_payers_share'] * payments) ** 2",
      'A window that breaks the rule is above the bound by a hundredth, so none lies just on it.',
    ],
  ],
  'sql/marts/capability_text.sql': [
    [
      "trim(left(coalesce(array_to_string(list_transform(joined.trusted, lambda one: one.text), ' '), ''), [6000→6001])) as trusted_text,",
      'Trusted fields are three, and the names of classes and surfaces are short.',
    ],
  ],
  'sql/marts/change_windows.sql': [
    ['select day from run where exists (select [1→2] from previous_snapshots)', ANY_ROW],
  ],
  'sql/marts/changes.sql': [['where exists (select [1→2] from before)', ANY_ROW]],
  'sql/marts/counts.sql': [
    [
      "having exists (select [1→2] from sources where starts_with(name, 'x402_bazaar_') and last_ok_on is not null)",
      ANY_ROW,
    ],
  ],
  'sql/marts/ecosystem_trends.sql': [
    ['[max→min](amount) filter (age = 0) as today,', ONE_AMOUNT],
    ['[max→min](amount) filter (age = 7) as days_ago_7,', ONE_AMOUNT],
    ['[max→min](amount) filter (age = 30) as days_ago_30', ONE_AMOUNT],
  ],
  'sql/marts/find_order.sql': [
    [
      'order by greatest(sorted.place, coalesce(placed.last, [0→1])), coalesce(placed.copied, 0), sorted.place',
      'Places begin with 1.',
    ],
  ],
  'sql/marts/movers.sql': [
    [
      'partition by changes.category, changes.rank_before [>→>=] changes.rank_after order by changes.place',
      'An agent that moved has another rank than before.',
    ],
  ],
  'sql/marts/reliability.sql': [
    ['coalesce(days.alive_days_30, [0→1]) as alive_days_30,', NO_DAY],
    ['coalesce(days.alive_days_90, [0→1]) as alive_days_90', NO_DAY],
  ],
  'sql/marts/trust.sql': [
    [
      "case when critical_flags > 0 then 'critical' when major_flags > 0 then 'major' when minor_flags [>→>=] 0 then 'minor' else 'none' end as flag_severity",
      MINOR_WEIGHS_NOTHING,
    ],
    [
      "case when critical_flags > 0 then 'critical' when major_flags > 0 then 'major' when minor_flags > [0→1] then 'minor' else 'none' end as flag_severity",
      MINOR_WEIGHS_NOTHING,
    ],
    [
      'round(100 / price.price_multiplier - 100, [2→3])::decimal(5, 2) as risk_premium_pct,',
      'It is cast to two digits, and no multiplier has a premium with a five for the third.',
    ],
    ['[left →]join seed_trust__prices as prices', 'There is a price for every verdict.'],
    [
      '[left →]join priced using (flag_severity, activity, age, class, evidence, rail, basis, control, wash)',
      'A rule of the verdict fits every combination of inputs.',
    ],
  ],
  'sql/marts/x402_market.sql': [
    [
      'cross join range(1, market_days() + [1→2]) as numbers(days)',
      'Payers of a window that is longer than any other are joined to none.',
    ],
  ],
}
