import { isObject } from '../message.ts'
import type { Message } from '../task.ts'

/** The roles of a message. */
export const ROLES = ['ROLE_USER', 'ROLE_AGENT'] as const

/** Returns our word for a role. */
export const parseRole = (role: (typeof ROLES)[number]): Message['role'] =>
  role === 'ROLE_USER' ? 'user' : 'agent'

/** Returns the role of protocol buffers. */
export const formatRole = (role: Message['role']): string => `ROLE_${role.toUpperCase()}`

/** Returns the state of protocol buffers. */
export const formatState = (state: string): string => `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`

const SNAKE = /_([a-z])/g

/**
 * Returns an object with its names in camelCase, since readers of the JSON of protocol buffers take a field under both
 * its names. Anything else is returned as it is.
 */
export function camelKeys<Value>(value: Value): Value {
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([key, inner]) => [
    key.replaceAll(SNAKE, (_, letter: string) => letter.toUpperCase()),
    inner,
  ])
  return Object.fromEntries(renamed) as Value
}
