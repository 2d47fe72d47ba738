import type { Chance } from '../fuzz/chance.ts'
import { CANARY, falsePayment } from '../fuzz/false_payments.ts'
import { breakObject, hostileText, oddValue } from './odd_values.ts'
import type { MessageData, QuotedTerms } from './world.ts'

const PAID = ['attestation', 'find_full', 'trust_evaluation_full']
const TEXTS = [
  ...[
    'Find agents for translation',
    'who can translate documents?',
    'How many agents are alive?',
    'ghost index',
  ],
  ...[
    'Attest the ghost index',
    'hello',
    '?',
    'find',
    'can I trust',
    'attest',
    'translate this text',
    'cancel',
    'yes',
  ],
]

/** The method and parameters of a request that is right, whatever becomes of it. */
export function rightTaskCall(chance: Chance, world: MessageData): { method: string; params: unknown } {
  if (chance.percent(75)) return { method: 'message/send', params: sending(chance, world) }
  const id = (world.tasks.length > 0 ? chance.pick(world.tasks) : unknownTask(chance)).id
  return chance.percent(60)
    ? { method: 'tasks/get', params: chance.percent(50) ? { id } : { id, historyLength: chance.below(30) } }
    : { method: 'tasks/cancel', params: { id } }
}

/** One that is wrong or strange in a place. */
export function oddTaskCall(chance: Chance, world: MessageData): { method: string; params: unknown } {
  const { method, params } = rightTaskCall(chance, world)
  const given = params as Record<string, unknown>
  const message = (given.message ?? {}) as Record<string, unknown>
  const withMessage = (change: Record<string, unknown>) => ({
    ...{ method: 'message/send', params: { ...given, message: { ...message, ...change } } },
  })
  return chance.pick<() => { method: string; params: unknown }>([
    () => ({ method, params: breakObject(given, chance) }),
    () => ({ method, params: { ...given, message: breakObject(message, chance) } }),
    () => withMessage({ parts: oddParts(chance) }),
    () => withMessage({ parts: [part(chance, world), ...oddParts(chance)] }),
    () => withMessage({ metadata: oddPayment(chance) }),
    () => withMessage({ ...related(chance, world), metadata: oddPayment(chance) }),
    () => withMessage({ taskId: oddValue(chance), contextId: oddValue(chance) }),
    () => withMessage(mixedUp(chance, world)),
    () => ({ method, params: { ...given, configuration: oddConfiguration(chance) } }),
    () => ({ method, params: { ...given, id: unknownTask(chance).id, historyLength: oddValue(chance) } }),
    () => ({ method: chance.pick(OPTIONAL), params: { ...given, id: unknownTask(chance).id } }),
    () => ({ method, params: oddValue(chance) }),
  ])()
}

const OPTIONAL = [
  ...['message/stream', 'tasks/resubscribe', 'agent/getAuthenticatedExtendedCard'],
  ...['set', 'get', 'list', 'delete'].map((what) => `tasks/pushNotificationConfig/${what}`),
]

function sending(chance: Chance, world: MessageData): Record<string, unknown> {
  const quoted = world.tasks.filter(({ quote }) => quote !== null)
  const message = {
    ...{ kind: 'message', messageId: chance.hex(16), role: 'user', parts: [part(chance, world)] },
    ...(chance.percent(35) ? related(chance, world) : {}),
    ...(quoted.length > 0 && chance.percent(20) ? paying(chance.pick(quoted), chance) : {}),
  }
  return chance.percent(80) ? { message } : { message, configuration: configuration(chance) }
}

/** The task that a message goes on with, as far as any is known. */
const related = (chance: Chance, { tasks }: MessageData): Record<string, unknown> => {
  if (tasks.length === 0) return {}
  const { id, contextId } = chance.pick(tasks)
  return chance.percent(70) ? { taskId: id, contextId } : { taskId: id }
}

/** The task of one caller in the context of another. */
const mixedUp = (chance: Chance, { tasks }: MessageData): Record<string, unknown> =>
  tasks.length === 0
    ? { contextId: hostileText(chance) }
    : { taskId: chance.pick(tasks).id, contextId: chance.pick(tasks).contextId }

const unknownTask = (chance: Chance): { id: string } => {
  const id = `${chance.hex(8)}-${chance.hex(4)}-4${chance.hex(3)}-8${chance.hex(3)}-${chance.hex(12)}`
  return { id: chance.pick([id, id.toUpperCase(), '', hostileText(chance)]) }
}

function part(chance: Chance, world: MessageData): unknown {
  const handle = chance.pick(world.handles)
  if (chance.percent(35)) return { kind: 'text', text: chance.pick(TEXTS) }
  if (chance.percent(20)) return { kind: 'text', text: `Can I trust ${handle}?` }
  const data = chance.pick<Record<string, unknown>>([
    { skill: 'find_agents', q: chance.pick(['translation', 'weather', 'x']), alive: chance.percent(50) },
    { skill: 'find_agents', q: 'weather', full: true, limit: chance.below(60) },
    { skill: 'trust_eval', handle },
    { skill: 'trust_eval', handle, depth: 'full' },
    { skill: 'ghost_index', history: chance.below(400) },
    { skill: 'attest', metric: chance.pick(['liveness', 'tier', 'ghost_index']), handle },
  ])
  return { kind: 'data', data: chance.percent(70) ? data : breakObject(data, chance) }
}

const oddParts = (chance: Chance): unknown[] =>
  chance.pick<() => unknown[]>([
    () => [],
    () => [{ kind: 'file', file: { uri: 'https://192.0.2.1/x', mimeType: 'text/plain' } }],
    () => [{ kind: 'file', file: { bytes: 'AAAA', name: '../../x' } }],
    () => [{ kind: 'text', text: oddValue(chance) }],
    () => [{ kind: 'text', text: hostileText(chance) }],
    () => [{ kind: 'data', data: oddValue(chance) }],
    () => [
      { kind: 'data', data: { skill: oddValue(chance), q: hostileText(chance), handle: oddValue(chance) } },
    ],
    () => [{ kind: oddValue(chance), text: 'x' }],
    () => [{ text: 'x' }],
    () => [oddValue(chance)],
    () => Array.from({ length: 1_000 }, () => ({ kind: 'text', text: 'find agents' })),
  ])()

const configuration = (chance: Chance) => ({
  acceptedOutputModes: chance.pick([
    ['application/json'],
    ['text/plain'],
    ['*/*'],
    ['text/plain', 'image/png'],
  ]),
  blocking: chance.percent(50),
  historyLength: chance.below(5),
})

const oddConfiguration = (chance: Chance): unknown =>
  chance.pick<() => unknown>([
    () => ({ acceptedOutputModes: [hostileText(chance)] }),
    () => ({ acceptedOutputModes: oddValue(chance) }),
    () => ({ historyLength: oddValue(chance), blocking: oddValue(chance) }),
    () => ({ pushNotificationConfig: { url: 'http://169.254.169.254/' } }),
    () => oddValue(chance),
  ])()

/** A task that waits for money, and a payment that fits it but for the signature. */
function paying(
  { id, contextId, quote }: MessageData['tasks'][number],
  chance: Chance,
): Record<string, unknown> {
  const payload = fitting(quote as QuotedTerms, chance)
  const sent = chance.percent(85) ? payload : breakObject(payload, chance)
  return { taskId: id, contextId, metadata: submitted(sent) }
}

function fitting(terms: QuotedTerms, chance: Chance): Record<string, unknown> {
  const { scheme, network, payTo, maxAmountRequired } = terms
  const now = Math.floor(Date.now() / 1000)
  const authorization = {
    ...{ from: `0x${chance.hex(40)}`, to: payTo, value: maxAmountRequired },
    ...{ validAfter: '0', validBefore: String(now + 250), nonce: `0x${chance.hex(64)}` },
  }
  const signature = `0x${CANARY}${chance.hex(120)}`
  return { x402Version: 1, scheme, network, payload: { signature, authorization } }
}

const submitted = (payload: unknown): Record<string, unknown> => ({
  ...{ 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
})

/** A payment that nobody signed, for another price, network or version, or none. */
function payment(chance: Chance): Record<string, unknown> {
  const [[, value = ''] = []] = falsePayment(chance.pick(PAID), chance)
  return submitted(decoded(value))
}

const oddPayment = (chance: Chance): unknown =>
  chance.pick<() => unknown>([
    () => payment(chance),
    () => breakObject(payment(chance), chance),
    () => ({ ...payment(chance), 'x402.payment.payload': oddValue(chance) }),
    () => ({ ...payment(chance), 'x402.payment.status': oddValue(chance) }),
    () => ({ 'x402.payment.status': 'payment-rejected' }),
    () => ({ 'x402.payment.status': 'payment-completed', 'x402.payment.receipts': [{ success: true }] }),
    () => oddValue(chance),
  ])()

function decoded(base64: string): unknown {
  const text = Buffer.from(base64, 'base64').toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
