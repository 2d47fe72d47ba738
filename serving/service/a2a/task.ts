import type { PaidAsk } from './paid_skills.ts'

/** A part of a message or an artifact. */
export type Part = { kind: 'text'; text: string } | { kind: 'data'; data: Record<string, unknown> }

/** A message as A2A 0.3.0 writes it. */
export interface Message {
  kind: 'message'
  messageId: string
  role: 'user' | 'agent'
  parts: Part[]
  taskId: string
  contextId: string
  metadata?: Record<string, unknown>
  /** The addresses of the extensions that its metadata is of. */
  extensions?: string[]
}

/** The states that tasks have here. A payment that is not settled yet is `working`. */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'completed'
  | 'canceled'
  | 'failed'
  | 'rejected'

/** The answer of a task. */
export interface TaskArtifact {
  artifactId: string
  name: string
  parts: Part[]
}

/** A task as A2A 0.3.0 writes it. `history` is the messages so far, the oldest first, without the one of its status. */
export interface Task {
  kind: 'task'
  id: string
  contextId: string
  status: { state: TaskState; timestamp: string; message?: Message }
  artifacts?: TaskArtifact[]
  history: Message[]
}

/** What a task would buy: the answer of an endpoint that has a price. */
export type Ask = Omit<PaidAsk, 'context'>

/** A task as it is kept. */
export interface TaskRecord {
  task: Task
  /** What it was quoted for; null while nothing is for sale in it. */
  ask: Ask | null
  /** The hash of the one payment that it was or may be paid with; null before. */
  payment: string | null
  /** What became of each payment, the oldest first, as the payment extension tells it. */
  receipts: Record<string, unknown>[]
}

const TERMINAL: readonly TaskState[] = ['completed', 'canceled', 'failed', 'rejected']

/** Whether nothing can be added to a task. */
export const isTerminal = ({ status }: Task): boolean => TERMINAL.includes(status.state)
