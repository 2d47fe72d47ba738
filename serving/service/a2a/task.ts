import type { PaidAsk } from './paid_skills.ts'

/** A part of a message or an artifact. */
export type MessagePart = { kind: 'text'; text: string } | { kind: 'data'; data: Record<string, unknown> }

/** A message as A2A 0.3.0 writes it. */
export interface Message {
  kind: 'message'
  messageId: string
  role: 'user' | 'agent'
  parts: MessagePart[]
  taskId: string
  contextId: string
  metadata?: Record<string, unknown>
  /** The URLs of the extensions used in its metadata. */
  extensions?: string[]
}

/** The task states used here. A payment that is not settled yet is `working`. */
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
  parts: MessagePart[]
}

/** A task as A2A 0.3.0 writes it. `history` has the messages so far, the oldest first, without that of the status. */
export interface Task {
  kind: 'task'
  id: string
  contextId: string
  status: { state: TaskState; timestamp: string; message?: Message }
  artifacts?: TaskArtifact[]
  history: Message[]
}

/** The purchase that a task offers: the answer of a paid endpoint. */
export type Ask = Omit<PaidAsk, 'context'>

/** A task as it is stored. */
export interface TaskRecord {
  task: Task
  /** The quoted purchase; null while nothing is for sale in the task. */
  ask: Ask | null
  /** The hash of the one payment that it was or may be paid with; null before. */
  payment: string | null
  /** The result of each payment, the oldest first, as the payment extension writes it. */
  receipts: Record<string, unknown>[]
}

const TERMINAL: readonly TaskState[] = ['completed', 'canceled', 'failed', 'rejected']

/** True if nothing can be added to a task. */
export const isTerminal = ({ status }: Task): boolean => TERMINAL.includes(status.state)
