/** A question that readers have, and the tables that answer it, each with a sentence of its own. */
export interface CatalogueGroup {
  title: string
  asks: string
  tables: readonly [name: string, says: string][]
}

/** All tables, by question. */
export const CATALOGUE: readonly CatalogueGroup[] = [
  {
    title: 'Who',
    asks: 'Who is in the index, and why are records one agent?',
    tables: [
      ['agents', 'Every agent ever indexed, with its category and state.'],
      ['endpoints', 'The addresses at which agents can be reached.'],
      ['records', 'The records of sources that make up an agent, and why.'],
      ['identity_keys', 'The keys that tie records together.'],
      ['identity_overrides', 'Decisions of people on what is one agent.'],
      ['corrections', 'What we corrected, and why.'],
    ],
  },
  {
    title: 'Measured',
    asks: 'What was measured, and which answer shows it?',
    tables: [
      ['signals', 'Every measured value, with its source, time and hash.'],
      ['signal_inputs', 'Every recorded answer that a value was read from.'],
      ['tools', 'The tools that MCP servers list.'],
      ['tool_lists', 'What changed in those lists, and hidden instructions.'],
      ['vulnerabilities', 'Known vulnerabilities of the packages of servers.'],
      ['sources', 'Who we read, what may be passed on, and how it went.'],
    ],
  },
  {
    title: 'Scores',
    asks: 'How does each agent score, and from what?',
    tables: [
      ['rankings', 'The place of each agent, and how sure it is.'],
      ['scores', 'The score of each agent, with its range.'],
      ['sub_scores', 'The points of each signal in a score.'],
      ['score_changes', 'What moved each score since the day before.'],
      ['interval_cover', 'How often our ranges held what was hidden from them.'],
      ['methodology', 'The signals of each category and their weights.'],
      ['snapshots', 'Place and score of each agent on each day.'],
      ['changes', 'Who came, left, rose or fell.'],
    ],
  },
  {
    title: 'Trust',
    asks: 'Should I pay it, and how much?',
    tables: [
      ['trust', 'The advice on each agent, with limits and reasons.'],
      ['trust_flags', 'The risks that were seen, each with its reason.'],
      ['trust_rules', 'The sentences that explain our advice.'],
    ],
  },
  {
    title: 'Money',
    asks: 'Who is paid, how much, and on which chain?',
    tables: [
      ['x402_market_days', 'Payments by day and chain.'],
      ['x402_market', 'All payments of 1 to 30 days, by chain.'],
      ['x402_demand', 'Who was paid in 1, 7 or 30 days.'],
      ['x402_days', 'What each seller was paid on each day.'],
    ],
  },
  {
    title: 'Alive',
    asks: 'Does it still work?',
    tables: [
      ['ghost_index', 'The share of agents that is alive, by group and day.'],
      ['reliability', 'On how many days each agent was alive.'],
      ['probes', 'How each address answered us last.'],
      ['incidents', 'When addresses stopped answering, and for how long.'],
    ],
  },
]

/** The tables that most readers take, under the question that leads to them. */
export const POPULAR: readonly [table: string, title: string][] = [
  ['rankings', 'Rankings of today'],
  ['x402_market_days', 'Payments by day and chain'],
  ['ghost_index', 'Alive by group and day'],
]
