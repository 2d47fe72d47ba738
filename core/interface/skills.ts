import { NUMBERS } from '../domain/numbers.ts'
import { EXAMPLE_QUERY } from './example_query.ts'
/** The extension of A2A by which paid skills are paid. */
export const PAYMENT_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

/** One skill of the agent-to-agent interface, as its card shows it. */
export interface Skill {
  id: string
  name: string
  description: string
  tags: string[]
  /** Example inputs: plain text, or the JSON of a data part that names the skill. */
  examples: string[]
}

/** The four skills of the interface. */
export const SKILLS: Skill[] = [
  {
    id: 'find_agents',
    name: 'Find agents',
    description:
      'Agents that can do something, with liveness, evidence tier, payment rails, scores and endpoints. The best three are free; a "limit" above 3 asks for the ranked list, which is paid.',
    tags: ['discovery', 'search', 'counterparty'],
    examples: [
      `Find agents for ${EXAMPLE_QUERY}`,
      `{"skill":"find_agents","q":"${EXAMPLE_QUERY}","alive":true}`,
    ],
  },
  {
    id: 'trust_eval',
    name: 'Evaluate trust',
    description:
      'Whether to deal with an agent: proceed, caution or reject, with reasons, liveness and risk flags; "handles" compares two to five. The standard depth is free; "depth":"full" adds every signal of one agent, and is paid.',
    tags: ['trust', 'risk', 'counterparty'],
    examples: [
      'Should I pay example-agent 5 USDC?',
      'Compare example-agent and other-agent',
      '{"skill":"trust_eval","handle":"example-agent"}',
    ],
  },
  {
    id: 'ghost_index',
    name: 'Ghost Index',
    description: `What share of the indexed agents is alive under the ${NUMBERS.alive_days}-day rule, overall and by kind; "history" adds up to 30 earlier days. Free.`,
    tags: ['liveness', 'market'],
    examples: ['How many agents are alive?', '{"skill":"ghost_index"}'],
  },
  {
    id: 'attest',
    name: 'Attest',
    description:
      'A statement signed with Ed25519 about the liveness or tier of an agent, or about the Ghost Index. Paid by the call.',
    tags: ['attestation', 'oracle', 'signature'],
    examples: [
      'Attest the liveness of example-agent',
      '{"skill":"attest","metric":"liveness","handle":"example-agent"}',
    ],
  },
]
