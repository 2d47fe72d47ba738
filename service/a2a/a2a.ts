import type { RpcInterface } from '../rpc/method.ts'
import type { Database } from '../store/database.ts'
import type { PaidSkills } from './paid_skills.ts'

/** What the agent-to-agent interface works with. */
export interface A2aOptions {
  /** Keeps the tasks. */
  db: Database
  paid: PaidSkills
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/** The agent-to-agent interface. */
export const createA2a = (_options: A2aOptions): RpcInterface => ({
  methods: {},
  window: () => ({ name: 'a2a', limit: { requests: 300, seconds: 60 } }),
})
