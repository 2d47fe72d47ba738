import { CATEGORIES } from '../../../../core/domain/category.ts'
import { booleanColumn, dateColumn, decimalColumn, listColumn, textColumn, timeColumn } from '../column.ts'
import { countColumn, handleColumn, rankColumn, tierColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'agents',
  about: 'One row per agent that was ever indexed; one that departed keeps its row, with the reason.',
  key: ['handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select agents.* exclude (life, license), agents.license.spdx_id as license, agents.life.judged_as as life_kind, agents.life.rests_on as life_sign,
      agents.life.rests_on_at as life_sign_at, agents.life.maintained as is_maintained, agents.life.maintained_at,
      agents.life.alive_probability, agents.life.alive_probability_cases as alive_cases, agents.life.says as life_words,
      coalesce(spoken.protocols, []) as rails, agents.activity as last_activity
    from agents
    left join (
      select handle, list(protocol order by list_position(['x402', 'mcp', 'erc8004', 'a2a'], protocol)) as protocols
      from rails group by handle
    ) as spoken using (handle)`,
  columns: {
    handle: handleColumn,
    name: textColumn('Name as its own record gives it, cleaned; the handle where nothing is left', {
      required: true,
      thirdParty: { most: 100, orElse: 'handle' },
    }),
    description: textColumn('What its own record says of it, cleaned and cut', { thirdParty: { most: 300 } }),
    primary_category: textColumn('Category that it is shown in', { required: true, values: CATEGORIES }),
    secondary_categories: listColumn('Other categories that it is scored in', { required: true }),
    tier: tierColumn,
    rank: rankColumn('Rank in its primary category; null without enough evidence'),
    score: decimalColumn(6, 2, 'Score in its primary category', { unit: 'points', minimum: 0, maximum: 100 }),
    archetype: textColumn('What kind of agent it is within its layer', { required: true }),
    ecosystem_layer: textColumn('Layer of the ecosystem', { required: true }),
    is_verified: booleanColumn('Whether somebody has proven to control it', { required: true }),
    verification: textColumn('How that was proven'),
    is_erc8004_registered: booleanColumn('In a registry of ERC-8004; null while none was read'),
    copies: countColumn('Registrations that repeat its text and are no agents of their own', 'registrations'),
    copy_of: textColumn('Handle of the agent whose text it repeats, where it departed for that'),
    is_socially_visible: booleanColumn('Has a website or a star on GitHub', { required: true }),
    liveness: textColumn('State by the published rule; null of one that departed', {
      values: ['alive', 'not_alive', 'unknown'],
    }),
    last_activity: textColumn('Key of the signal that is its latest public act, or use of it'),
    last_activity_at: timeColumn('When that was'),
    days_since_active: countColumn('Days from that to the logical date', 'days'),
    last_probe_ok_at: timeColumn('When an address that it declares last answered our probe'),
    payment_days: countColumn(
      'Whole days of the last 30 whose payments are read on the chain of its customers; null without a wallet',
      'days',
    ),
    life_kind: textColumn('Kind of agent that the rule of liveness takes it for'),
    life_sign: textColumn('Sign that the state rests on, as the table of signs of the Ghost Index names it'),
    life_sign_at: timeColumn('When that was'),
    is_maintained: booleanColumn('Pushed or released in 30 days; null where neither was seen'),
    maintained_at: timeColumn('When that was last'),
    alive_probability: decimalColumn(
      5,
      4,
      'Share of comparable agents that showed a sign of life in the 14 days after; null before 28 days of history',
      { minimum: 0, maximum: 1 },
    ),
    alive_cases: countColumn('Number of these agents', 'agents'),
    life_words: textColumn('State and what it rests on, in our own words'),
    website: textColumn('Website', { thirdParty: 'address' }),
    repository_url: textColumn('Repository', { thirdParty: 'address' }),
    license: textColumn(
      'SPDX id of the licence of that repository, as GitHub has it; null where unknown or not stated',
      { pattern: '^[A-Za-z0-9_.+-]{1,100}$' },
    ),
    rails: listColumn('Protocols that it was observed on', { required: true }),
    main_record: textColumn('Record that speaks for it: source and key there', { required: true }),
    first_seen_on: dateColumn('Day since which its records are known'),
    departed_on: dateColumn('Day on which it was no longer listed'),
    departed_reason: textColumn('Why it departed'),
    last_updated: timeColumn('Newest recorded response about it', { required: true }),
    source_urls: listColumn('Addresses that it was read from, at most 20 of signals', { required: true }),
  },
})
