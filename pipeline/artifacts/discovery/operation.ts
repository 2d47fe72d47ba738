import type { Endpoint, EndpointGroup, Parameter } from '../../../core/interface/endpoint.ts'
import { EXAMPLE_QUERY } from '../../../core/interface/example_query.ts'
import { PRO_KEY } from '../../../core/interface/service.ts'
import { describeOperation } from './operation_description.ts'
import { openapiParameter } from './parameter.ts'
import { REPLIES, SAMPLE_LABEL } from './replies.ts'
import { jsonBody, openapiResponses } from './responses.ts'

type Json = Record<string, unknown>

/** Sources of the examples of calls and answers. */
export interface Examples {
  /** Origin of the values: the release and its data set. */
  label: string
  /** Handles in the index; empty for an empty index. */
  handles: string[]
  /** The key of an owner; absent where none has a page. */
  owner?: string
  /** Answers by endpoint id. */
  answers: ReadonlyMap<string, unknown>
}

/** A group of endpoints. */
export interface Tag {
  name: EndpointGroup
  description: string
}

/** The groups of the interface, in display order. Pages are shown apart. */
export const TAGS: Tag[] = [
  { name: 'market', description: 'The agent economy as a whole.' },
  { name: 'trust', description: 'Trust evaluation of agents. Advisory, not an authorization.' },
  { name: 'agents', description: 'One or several agents.' },
  { name: 'files', description: 'Badges, feeds, downloads and what pages load.' },
  {
    name: 'proof',
    description: 'What was published when: the manifest of the release, its state, the log and its anchors.',
  },
  { name: 'rpc', description: 'MCP and A2A: JSON-RPC 2.0 over POST.' },
  { name: 'feedback', description: 'Feedback from callers.' },
  { name: 'paid', description: 'Paid per call through x402, or free with a Pro key.' },
  { name: 'discovery', description: 'Machine-readable descriptions of the service.' },
]

/** Returns the group of an endpoint. */
export function findTag({ path, group }: Endpoint): Tag {
  const tag = TAGS.find(({ name }) => name === group)
  if (tag === undefined) throw new Error(`${path} is of the group ${group}, which is not in TAGS`)
  return tag
}

/** True for an endpoint for programs: OpenAPI describes no files, which generators would turn into methods. */
export const isOperation = ({ path }: Endpoint): boolean => path.startsWith('/api/')

/** Returns the path of an endpoint in template syntax. */
export const openapiPath = ({ path }: Endpoint): string => path.replace('*', '{file}')

/** Operations named for their action, which "get" would not express. */
const OPERATIONS: Readonly<Record<string, string>> = {
  find: 'findAgents',
  find_full: 'findAgentsFull',
  feedback: 'sendFeedback',
  mcp: 'callMcp',
  mcp_legacy: 'callMcpLegacy',
  a2a: 'callA2a',
}

/**
 * Returns the name of an operation in generated clients: a verb first, so that no name that a generator derives from
 * it (such as `GetChangesParams` or `FindAgentsResult`) is that of a schema.
 */
export const formatOperationId = ({ id }: Endpoint): string =>
  OPERATIONS[id] ?? `get_${id}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns one operation of the document. */
export function openapiOperation(endpoint: Endpoint, examples: Examples): Json {
  const { id, title, body, price } = endpoint
  const parameters = endpoint.parameters.map((parameter) =>
    openapiParameter(parameter, valueFor(parameter, examples)),
  )
  const answer = examples.answers.get(id)
  const paid = REPLIES.paid[id]
  const shown =
    answer !== undefined
      ? { release: { summary: examples.label, value: answer } }
      : paid && { sample: { summary: SAMPLE_LABEL, value: paid } }
  return {
    operationId: formatOperationId(endpoint),
    summary: title,
    description: describeOperation(endpoint),
    tags: [findTag(endpoint).name],
    ...(price === null
      ? { security: [] }
      : { security: [{ ProKey: [] }, {}], 'x-payment-info': payment(price) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: jsonBody(body.schema, exampleBody(endpoint, examples)) } }),
    responses: openapiResponses(endpoint, shown),
  }
}

/** Authentication with a key for paid addresses; without one they are paid per call. */
export const SECURITY_SCHEMES = {
  ProKey: {
    type: 'apiKey',
    in: 'header',
    name: PRO_KEY.header,
    description: `A Pro key ($${PRO_KEY.usdPerMonth} per month) replaces every payment. Without it, a call is paid through x402.`,
  },
}

const payment = (amount: string): Json => ({
  price: { mode: 'fixed', currency: 'USD', amount },
  protocols: [{ x402: {} }],
})

const EXAMPLE_OWNER = 'github:acme'

function valueFor({ name, rule, isRequired }: Parameter, { handles, owner }: Examples): unknown {
  if (rule.kind === 'owner') return owner ?? EXAMPLE_OWNER
  if (!isRequired || handles.length === 0) return undefined
  if (rule.kind === 'handle' || rule.kind === 'key') return handles[0]
  if (rule.kind === 'list' && rule.items.kind === 'key')
    return handles.length < rule.min ? undefined : handles
  return name === 'q' ? EXAMPLE_QUERY : undefined
}

function exampleBody({ id, isRpc }: Endpoint, { handles }: Examples): Json {
  const rpc = { jsonrpc: '2.0', id: 1 }
  const message = { kind: 'message', messageId: 'm1', role: 'user' }
  const text = `Find agents for ${EXAMPLE_QUERY}`
  const values: Record<string, Json> = {
    public_trust_batch: { agentIds: handles.length === 0 ? ['example-agent'] : handles },
    feedback: { feedback_type: 'missing_data', message: 'The endpoint of this agent is not listed.' },
    a2a: {
      ...rpc,
      method: 'message/send',
      params: { message: { ...message, parts: [{ kind: 'text', text }] } },
    },
  }
  const value = values[id] ?? (isRpc ? { ...rpc, method: 'tools/list' } : {})
  return { example: { summary: 'A valid request body', value } }
}
