/** One tool of the tool server, as lists of tools show it. */
export interface Tool {
  name: string
  /** One line: what it answers and when to use it. */
  description: string
  /** The id of the endpoint that shows the same facts over REST; null where none does. */
  endpoint: string | null
}

/** The 14 tools of the interface, in its order. */
export const TOOLS: Tool[] = [
  {
    name: 'search_agents',
    description: 'Finds agents by name or handle. Use it when you know roughly what an agent is called.',
    endpoint: null,
  },
  {
    name: 'get_agent_details',
    description:
      'Everything about one agent: scores, signals, liveness, identity. Use it once you have a handle.',
    endpoint: 'agent_summary',
  },
  {
    name: 'get_agent_history',
    description: 'Rank and score of an agent day by day. Use it to see where an agent is heading.',
    endpoint: 'agent_history',
  },
  {
    name: 'compare_agents',
    description: 'Two to five agents side by side. Use it to choose between agents that you know.',
    endpoint: 'comparison',
  },
  {
    name: 'list_categories',
    description: 'The categories, their sizes and methodology versions. Use it before you ask for a ranking.',
    endpoint: 'economy_summary',
  },
  {
    name: 'get_category_ranking',
    description: 'The ranked agents of one category with all sub-scores. Use it to find the best of a kind.',
    endpoint: 'category_ranking',
  },
  {
    name: 'get_methodology',
    description:
      'Signals, weights, formulas and limits of a category. Use it to explain or recompute a score.',
    endpoint: 'methodology',
  },
  {
    name: 'get_agent_trust',
    description:
      'The trust score of an agent and what it is made of. Use it to see why an agent is trusted or not.',
    endpoint: 'agent_trust',
  },
  {
    name: 'verify_counterparty',
    description:
      'A verdict on an agent: proceed, caution or reject, with reasons. Use it before you pay or rely on one.',
    endpoint: 'trust_evaluation',
  },
  {
    name: 'get_top_movers',
    description: 'The agents whose rank rose or fell most. Use it to see what is new in the order.',
    endpoint: 'changes',
  },
  {
    name: 'get_protocol_adoption',
    description: 'How many agents were observed on each protocol. Use it for questions about adoption.',
    endpoint: 'ecosystem_summary',
  },
  {
    name: 'get_agent_changes',
    description:
      'What changed about one agent, the newest first. Use it to follow an agent that you depend on.',
    endpoint: 'agent_changes',
  },
  {
    name: 'get_ecosystem_summary',
    description: 'How the agent economy moves: totals, trends, liveness, payments. Use it for the wide view.',
    endpoint: 'ecosystem_summary',
  },
  {
    name: 'find_agents',
    description:
      'Agents that can do something, alive and safe to pay. Use it when you need a capability, not a name.',
    endpoint: 'find',
  },
]
