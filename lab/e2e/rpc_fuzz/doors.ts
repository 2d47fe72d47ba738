import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import { A2A, MCP } from '../../../core/interface/service.ts'
import { METHODS_1_0 } from './a2a_1_0.ts'

/** An address that takes JSON-RPC, and what is to be expected there; `today` is the newest version at that of `mcp`. */
export interface Door {
  name: 'mcp' | 'today' | 'legacy' | 'a2a'
  path: string
  /** The longest body that it reads, in bytes. */
  maxBytes: number
  /** Requests a minute that its answers name in `X-RateLimit-Limit`. */
  limit: number
  /** Every method that it answers in some way; others are unknown to it. */
  methods: readonly string[]
  /** True if a message without an id is accepted without an answer; elsewhere it is an error. */
  hasNotifications: boolean
  /** Every error code that it may answer with, but for faults of its own. */
  codes: readonly number[]
}

const PLAIN_CODES = [-32700, -32600, -32601, -32602]
const SHARED_CODES = [...PLAIN_CODES, -32029]
const TOOL_METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...['resources/list', 'resources/templates/list', 'resources/read'],
  ...['completion/complete', 'logging/setLevel'],
]
const TASK_METHODS = [
  ...['message/send', 'message/stream', 'tasks/get', 'tasks/cancel', 'tasks/resubscribe'],
  ...['set', 'get', 'list', 'delete'].map((what) => `tasks/pushNotificationConfig/${what}`),
  'agent/getAuthenticatedExtendedCard',
  ...METHODS_1_0,
]

const toolDoor = (name: 'mcp' | 'today' | 'legacy', path: string): Door => ({
  ...{ name, path, maxBytes: 65_536, limit: RATE_LIMITS.mcp.requests },
  ...{ methods: TOOL_METHODS, hasNotifications: true, codes: [...SHARED_CODES, -32002] },
})

export const DOORS = {
  mcp: toolDoor('mcp', MCP.path),
  today: {
    ...toolDoor('today', MCP.path),
    methods: [
      'server/discover',
      ...TOOL_METHODS.filter((name) => !['initialize', 'ping', 'logging/setLevel'].includes(name)),
    ],
    codes: [...PLAIN_CODES, -32020, -32022, 429],
  } satisfies Door as Door,
  legacy: toolDoor('legacy', MCP.legacyPath),
  a2a: {
    ...{
      name: 'a2a',
      path: A2A.path,
      maxBytes: 32_768,
      limit: RATE_LIMITS.a2a.requests,
      methods: TASK_METHODS,
    },
    hasNotifications: false,
    codes: [...SHARED_CODES, -32001, -32002, -32003, -32004, -32005, -32007, -32009],
  } satisfies Door as Door,
}
