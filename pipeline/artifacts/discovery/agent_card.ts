import { A2A, SERVICE_NAME, SERVICE_VERSION } from '../../../core/interface/service.ts'
import { PAYMENT_EXTENSION, SKILLS } from '../../../core/interface/skills.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { about } from './service_texts.ts'

/** `/.well-known/agent-card.json`: one agent card for A2A 0.3 and 1.0; neither reads the other's fields. */
export function agentCard(info: ReleaseInfo) {
  const url = `${info.base_url}${A2A.path}`
  return {
    protocolVersion: A2A.protocolVersion,
    name: SERVICE_NAME,
    description: about(info),
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    supportedInterfaces: A2A.versions.map((protocolVersion) => ({
      ...{ url, protocolBinding: 'JSONRPC', protocolVersion },
    })),
    provider: { organization: SERVICE_NAME, url: `${info.base_url}/` },
    version: SERVICE_VERSION,
    documentationUrl: `${info.base_url}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      stateTransitionHistory: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: PAYMENT_EXTENSION,
          description:
            'Paid skills are paid with x402 in a message of the same task; a Pro key in X-API-Key opens them too. The rest is free.',
          required: false,
        },
      ],
    },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: SKILLS.map((skill) => ({ ...skill, inputModes: ['text/plain', 'application/json'] })),
  }
}
