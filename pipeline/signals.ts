/** How the inputs of one agent become one value: the provenance that is shown is that of the input that decides. */
export type Aggregate = 'max' | 'min' | 'sum'

/** A fact that can be observed of an agent. Facts are not judged here: weights stand in `pipeline/methodology/`. */
export interface SignalDefinition {
  name: string
  unit: string
  source: string
  aggregate: Aggregate
  /** That it is a public act of the agent, at a time, and so counts for liveness. */
  is_activity?: true
}

/** Every signal key there is. A key is added here, collected in `sql/intermediate`, and weighed by a methodology. */
export const SIGNALS: Record<string, SignalDefinition> = {
  arena_text_score: { name: 'Arena text score', unit: 'Elo points', source: 'arena', aggregate: 'max' },
  arena_vision_score: { name: 'Arena vision score', unit: 'Elo points', source: 'arena', aggregate: 'max' },
  arena_code_score: { name: 'Arena code score', unit: 'Elo points', source: 'arena', aggregate: 'max' },
  arena_votes: { name: 'Arena votes', unit: 'votes', source: 'arena', aggregate: 'sum' },
  arena_boards: { name: 'Arena boards', unit: 'boards', source: 'arena', aggregate: 'sum' },
  arena_listed_at: {
    name: 'Last listed on an Arena board',
    unit: 'time',
    source: 'arena',
    aggregate: 'max',
    is_activity: true,
  },
  openrouter_models: {
    name: 'Models offered on OpenRouter',
    unit: 'models',
    source: 'openrouter_models',
    aggregate: 'sum',
  },
  openrouter_newest_at: {
    name: 'Newest model on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'max',
    is_activity: true,
  },
  openrouter_first_at: {
    name: 'First model on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'min',
  },
  openrouter_offered_at: {
    name: 'Last offered on OpenRouter',
    unit: 'time',
    source: 'openrouter_models',
    aggregate: 'max',
    is_activity: true,
  },
  openrouter_context: {
    name: 'Longest context offered',
    unit: 'tokens',
    source: 'openrouter_models',
    aggregate: 'max',
  },
  github_stars: { name: 'Stars', unit: 'stars', source: 'github', aggregate: 'max' },
  github_forks: { name: 'Forks', unit: 'forks', source: 'github', aggregate: 'max' },
  github_stars_total: {
    name: 'Stars of its repositories',
    unit: 'stars',
    source: 'github',
    aggregate: 'sum',
  },
  github_forks_total: {
    name: 'Forks of its repositories',
    unit: 'forks',
    source: 'github',
    aggregate: 'sum',
  },
  github_pushed_at: {
    name: 'Latest push',
    unit: 'time',
    source: 'github',
    aggregate: 'max',
    is_activity: true,
  },
  github_repositories: {
    name: 'Repositories found',
    unit: 'repositories',
    source: 'github',
    aggregate: 'sum',
  },
  mcp_servers: { name: 'MCP servers listed', unit: 'servers', source: 'mcp_registry', aggregate: 'sum' },
  families_on_arena: { name: 'Model families on Arena', unit: 'families', source: 'arena', aggregate: 'sum' },
  registry_updated_at: {
    name: 'Latest update in the registry',
    unit: 'time',
    source: 'mcp_registry',
    aggregate: 'max',
    is_activity: true,
  },
  registry_published_at: {
    name: 'In the registry since',
    unit: 'time',
    source: 'mcp_registry',
    aggregate: 'min',
  },
  distribution_channels: {
    name: 'Ways to run it',
    unit: 'channels',
    source: 'mcp_registry',
    aggregate: 'max',
  },
  metadata_fields: {
    name: 'Descriptive fields filled in',
    unit: 'fields',
    source: 'mcp_registry',
    aggregate: 'max',
  },
}
