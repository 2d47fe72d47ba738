import type { Chance } from '../fuzz/chance.ts'
import { oddValue } from './odd_values.ts'
import type { MessageData } from './world.ts'

interface TaskCall {
  method: string
  params: unknown
}

/** Methods of 0.3 → those of 1.0. */
const METHODS: Readonly<Record<string, string>> = {
  'message/send': 'SendMessage',
  'tasks/get': 'GetTask',
  'tasks/cancel': 'CancelTask',
  'message/stream': 'SendStreamingMessage',
  'tasks/resubscribe': 'SubscribeToTask',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
}

/** The methods of A2A 1.0. */
export const METHODS_1_0 = [...Object.values(METHODS), 'ListTasks']

/** Returns a call as A2A 1.0 writes it; what is odd in it stays odd. */
export function toVersion1({ method, params }: TaskCall, chance: Chance, world: MessageData): TaskCall {
  if (chance.percent(8)) return { method: 'ListTasks', params: listing(chance, world) }
  return { method: METHODS[method] ?? method, params: spell(params) }
}

function spell(params: unknown): unknown {
  if (!isObject(params) || !isObject(params.message)) return params
  const { kind: _, role, parts, ...message } = params.message
  return {
    ...params,
    message: {
      ...message,
      role: role === 'user' ? 'ROLE_USER' : role,
      parts: Array.isArray(parts) ? parts.map(withoutKind) : parts,
    },
  }
}

function withoutKind(part: unknown): unknown {
  if (!isObject(part)) return part
  const { kind: _, ...content } = part
  return content
}

function listing(chance: Chance, { tasks }: MessageData): unknown {
  const contextId = tasks.length === 0 ? chance.hex(8) : chance.pick(tasks).contextId
  return chance.pick<() => unknown>([
    () => ({ contextId }),
    () => ({ contextId, pageSize: 1 + chance.below(100), includeArtifacts: chance.percent(50) }),
    () => ({ context_id: contextId, page_token: oddValue(chance), status: oddValue(chance) }),
    () => ({ contextId: oddValue(chance), pageSize: oddValue(chance), historyLength: oddValue(chance) }),
    () => ({}),
  ])()
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
