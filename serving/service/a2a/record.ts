import type { Message, MessagePart, TaskArtifact, TaskRecord, TaskState } from './task.ts'

/** Source of times and ids. */
export interface Stamp {
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/** Metadata of a message by the service. */
export type MessageMetadata = Pick<Message, 'metadata' | 'extensions'>

/** Returns a task without messages. */
export const newRecord = (contextId: string, { now, newId }: Stamp): TaskRecord => ({
  task: {
    kind: 'task',
    id: newId(),
    contextId,
    status: { state: 'submitted', timestamp: new Date(now()).toISOString() },
    history: [],
  },
  ask: null,
  payment: null,
  receipts: [],
})

/** Appends a caller's message to a task; the message of its status moves to the history, as plain words. */
export function withMessage(record: TaskRecord, message: Omit<Message, 'taskId' | 'contextId'>): TaskRecord {
  const { task } = record
  const { id: taskId, contextId, status, history } = task
  const { metadata, extensions, ...previous } = status.message ?? {}
  const before = 'kind' in previous ? [previous as Message] : []
  return { ...record, task: { ...task, history: [...history, ...before, { ...message, taskId, contextId }] } }
}

/** Returns a task in a state, with a message about it. */
export function withStatus(
  record: TaskRecord,
  state: TaskState,
  text: string,
  { now, newId }: Stamp,
  metadata: MessageMetadata = {},
): TaskRecord {
  const { task } = record
  const { id: taskId, contextId } = task
  const message: Message = {
    kind: 'message',
    messageId: newId(),
    role: 'agent',
    parts: [{ kind: 'text', text }],
    ...{ taskId, contextId },
    ...metadata,
  }
  return {
    ...record,
    task: { ...task, status: { state, timestamp: new Date(now()).toISOString(), message } },
  }
}

/** Returns a task with its answer. */
export function withAnswer(
  record: TaskRecord,
  name: string,
  parts: MessagePart[],
  { now, newId }: Stamp,
): TaskRecord {
  const artifact: TaskArtifact = { artifactId: newId(), name, parts }
  const status = { state: 'completed' as const, timestamp: new Date(now()).toISOString() }
  return { ...record, task: { ...record.task, status, artifacts: [artifact] } }
}
