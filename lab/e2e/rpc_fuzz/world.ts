/** The terms that a payment has to repeat, from a quote. */
export interface QuotedTerms {
  scheme: string
  network: string
  payTo: string
  maxAmountRequired: string
}

/** A task that an answer told of. */
interface KnownTask {
  id: string
  contextId: string
  /** Its quote; null if it is not, or no longer, to be paid. */
  quote: QuotedTerms | null
}

/** The data that messages are generated from. */
export interface MessageData {
  /** Handles that the release knows. */
  handles: readonly string[]
  keys: { valid: string; revoked: string }
  /** The tasks that answers told of last, which later messages go on with. */
  tasks: KnownTask[]
}

const KEPT_TASKS = 200

/** Stores the task of an answer, replacing the oldest one. */
export function learnTask(world: MessageData, result: unknown): void {
  const given = (result ?? {}) as Record<string, unknown>
  const { kind, id, contextId, status } = (given.task ?? given) as Record<string, unknown>
  if (
    (kind !== 'task' && given.task === undefined) ||
    typeof id !== 'string' ||
    typeof contextId !== 'string'
  )
    return
  world.tasks.push({ id, contextId, quote: quoteIn(status) })
  if (world.tasks.length > KEPT_TASKS) world.tasks.shift()
}

interface Quoting {
  message?: { metadata?: { 'x402.payment.required'?: { accepts?: QuotedTerms[] } } }
}

const quoteIn = (status: unknown): QuotedTerms | null =>
  (status as Quoting | undefined)?.message?.metadata?.['x402.payment.required']?.accepts?.[0] ?? null
