import { closed, FLAG, type JsonSchema, list, open, type PublishedSchema, TEXT, URI } from './parts.ts'

const provider = closed(['organization', 'url'], { organization: TEXT, url: URI })
const extension = closed(['uri'], {
  ...{ uri: URI, description: TEXT, required: FLAG, params: { type: 'object' } },
})
const MODES = list({ type: 'string', pattern: '^\\w+/[\\w.+-]+$' }, 1)
const skill = closed(['id', 'name', 'description', 'tags'], {
  ...{ id: TEXT, name: TEXT, description: TEXT, tags: list(TEXT, 1) },
  ...{ examples: list(TEXT), inputModes: MODES, outputModes: MODES },
})
const REQUIRED = ['name', 'description', 'version', 'capabilities', 'skills']
const common = (capabilities: Record<string, unknown>): JsonSchema => ({
  ...{ name: TEXT, description: TEXT, version: TEXT, provider, documentationUrl: URI, iconUrl: URI },
  capabilities: open([], { streaming: FLAG, pushNotifications: FLAG, ...capabilities }),
  extensions: list(extension),
  ...{ defaultInputModes: MODES, defaultOutputModes: MODES, skills: list(skill, 1) },
})

// One card is of all versions, and none refuses what it does not know: so these are open at the top.

/** The card of A2A 1.0, as its protocol buffers write it. */
export const AGENT_CARD_1_0: PublishedSchema = {
  name: 'A2A agent card 1.0.1',
  published: '2026-05-28',
  schema: open([...REQUIRED, 'supportedInterfaces', 'defaultInputModes', 'defaultOutputModes'], {
    ...common({ extensions: list(extension), extendedAgentCard: FLAG }),
    supportedInterfaces: list(
      closed(['url', 'protocolBinding', 'protocolVersion'], {
        ...{ url: URI, protocolBinding: TEXT, tenant: TEXT },
        // No patch numbers.
        protocolVersion: { type: 'string', pattern: '^\\d+\\.\\d+$' },
      }),
      1,
    ),
    signatures: list(closed(['protected', 'signature'], { protected: TEXT, signature: TEXT })),
  }),
}

const legacy = (version: string): JsonSchema =>
  open([...REQUIRED, 'protocolVersion', 'url', 'defaultInputModes', 'defaultOutputModes'], {
    ...common({ extensions: list(extension), stateTransitionHistory: FLAG }),
    protocolVersion: { type: 'string', pattern: version },
    url: URI,
    preferredTransport: { enum: ['JSONRPC', 'GRPC', 'HTTP+JSON'] },
    additionalInterfaces: list(closed(['url', 'transport'], { url: URI, transport: TEXT })),
    supportsAuthenticatedExtendedCard: FLAG,
  })

/** The card of A2A 0.3. */
export const AGENT_CARD_0_3: PublishedSchema = {
  name: 'A2A agent card 0.3.0',
  published: '2025-07-31',
  schema: legacy('^0\\.3\\.0$'),
}

/** The last card at `/.well-known/agent.json`, whose version is a text of any kind. */
export const AGENT_JSON: PublishedSchema = {
  name: 'A2A agent.json 0.2.6',
  published: '2025-07-17',
  schema: legacy(''),
}
