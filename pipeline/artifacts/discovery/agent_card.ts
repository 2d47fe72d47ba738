import { A2A, NAME, VERSION } from '../../../interface/service.ts'
import { SKILLS } from '../../../interface/skills.ts'
import type { Facts } from '../../../views/facts.ts'
import { about } from './words.ts'

/** `/.well-known/agent-card.json`: the A2A 0.3.0 agent card. */
export function agentCard(facts: Facts) {
  return {
    protocolVersion: A2A.protocolVersion,
    name: NAME,
    description: about(facts),
    url: `${facts.base_url}${A2A.path}`,
    preferredTransport: 'JSONRPC',
    provider: { organization: NAME, url: `${facts.base_url}/` },
    version: VERSION,
    documentationUrl: `${facts.base_url}/llms.txt`,
    capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: SKILLS,
  }
}
