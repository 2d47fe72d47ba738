import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { SERVICE_NAME, SERVICE_VERSION } from '../../../core/interface/service.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { formatOperationId } from './operation.ts'
import { about } from './service_texts.ts'

/** Calls that belong together: each after the first gets a field of the answer before it. */
interface Flow {
  id: string
  title: string
  description: string
  /** The parameter that the flow asks for, which is the first call's. */
  input: string
  /** The endpoints by id; `from` is the field of the answer before, `to` the parameter that gets it. */
  calls: [{ id: string }, ...{ id: string; from: string; to: string }[]]
}

const FLOWS: Flow[] = [
  {
    id: 'find_and_evaluate',
    title: 'Find an agent and evaluate it',
    description:
      'Finds the best agent for words that say what it is to do, and says whether to deal with it.',
    input: 'q',
    calls: [{ id: 'find' }, { id: 'trust_evaluation', from: 'candidates.0.handle', to: 'handle' }],
  },
  {
    id: 'check_before_paying',
    title: 'Check an agent before paying it',
    description:
      'Says whether to deal with an agent, which may be named by wallet, URL or handle, and how much the evidence supports paying it.',
    input: 'handle',
    calls: [{ id: 'trust_evaluation' }, { id: 'public_trust', from: 'handle', to: 'agentId' }],
  },
  {
    id: 'see_what_changed',
    title: 'See what changed',
    description: 'Lists rank movers, new agents, promotions, deaths and returns of the last days.',
    input: 'days',
    calls: [{ id: 'changes' }],
  },
]

const SOURCE = SERVICE_NAME.toLowerCase()

/** `/.well-known/agents.json`: flows of free calls over the OpenAPI document, as agents.json 0.1.0 has them. */
export const agentsJson = (info: ReleaseInfo) => ({
  agentsJson: '0.1.0',
  info: { title: SERVICE_NAME, version: SERVICE_VERSION, description: about(info) },
  sources: [{ id: SOURCE, path: `${info.base_url}/openapi.json` }],
  overrides: [],
  flows: FLOWS.map(formatFlow),
})

function formatFlow({ id, title, description, input, calls }: Flow) {
  const endpoints = calls.map((call) => findEndpoint(call.id))
  const asked = endpoints[0]?.parameters.find(({ name }) => name === input)
  if (asked === undefined) throw new Error(`the first call of ${id} has no parameter ${input}`)
  return {
    ...{ id, title, description },
    actions: endpoints.map((endpoint) => ({
      ...{ id: endpoint.id, sourceId: SOURCE, operationId: formatOperationId(endpoint) },
    })),
    links: [
      link(null, `parameters.${input}`, calls[0].id, `parameters.${input}`),
      ...calls.flatMap((call, at) =>
        'from' in call
          ? [
              link(
                calls[at - 1]?.id ?? null,
                `responses.success.${call.from}`,
                call.id,
                `parameters.${call.to}`,
              ),
            ]
          : [],
      ),
      link(calls.at(-1)?.id ?? null, 'responses.success', null, 'responses.success'),
    ],
    fields: {
      parameters: [
        { name: input, description: asked.description, required: asked.isRequired, type: 'string' },
      ],
      responses: { success: { type: 'object', description: endpoints.at(-1)?.title ?? title } },
    },
  }
}

/** Returns a link between calls; null is the flow itself. */
const link = (from: string | null, origin: string, to: string | null, target: string) => ({
  origin: { actionId: from, fieldPath: origin },
  target: { actionId: to, fieldPath: target },
})

function findEndpoint(id: string): Endpoint {
  const endpoint = ENDPOINTS.find((other) => other.id === id)
  if (endpoint === undefined) throw new Error(`a flow calls ${id}, which is no endpoint`)
  return endpoint
}
