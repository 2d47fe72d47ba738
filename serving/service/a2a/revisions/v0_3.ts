import { z } from 'zod'
import type { Params } from '../../rpc/method.ts'
import { A2A_CODES } from '../codes.ts'
import { filesNotSupported, isObject, type SentMessage, toSentMessage } from '../message.ts'
import { CONFIGURATION_FIELDS, invalidParams, MESSAGE_FIELDS, readParams, readTask } from '../params.ts'
import type { MessagePart } from '../task.ts'
import { defineMethod, limitHistory, noExtendedCard, noPush, noStreaming, type Revision } from './revision.ts'

const sendParams = z.looseObject({
  message: z.looseObject({
    kind: z.literal('message').nullish(),
    role: z.enum(['user', 'agent']),
    ...MESSAGE_FIELDS,
  }),
  configuration: z
    .looseObject({ ...CONFIGURATION_FIELDS, pushNotificationConfig: z.unknown().optional() })
    .nullish(),
})

const SEND_PARAMS =
  '{"message":{"kind":"message","messageId":"1","role":"user","parts":[{"kind":"text","text":"How many agents are alive?"}]}}'

/** A request that is valid as it is. */
export const EXAMPLE = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":${SEND_PARAMS}}`

const streaming = noStreaming('message/send')
const push = noPush('message/send', 'tasks/get')

/** A2A 0.3: tasks are stored as it writes them. */
export const V0_3: Revision = {
  version: '0.3',
  methods: {
    'message/send': defineMethod(readSend, async (sent, context, operations) =>
      limitHistory(await operations.send(sent, context), sent.historyLength),
    ),
    'tasks/get': defineMethod(readTask, async ({ id, historyLength }, context, operations) =>
      limitHistory(await operations.get(id, context), historyLength),
    ),
    'tasks/cancel': defineMethod(readTask, ({ id }, context, operations) => operations.cancel(id, context)),
  },
  unsupported: {
    'message/stream': streaming,
    'tasks/resubscribe': streaming,
    'tasks/pushNotificationConfig/set': push,
    'tasks/pushNotificationConfig/get': push,
    'tasks/pushNotificationConfig/list': push,
    'tasks/pushNotificationConfig/delete': push,
    'agent/getAuthenticatedExtendedCard': noExtendedCard(A2A_CODES.noExtendedCard),
  },
  writeError: (error) => error,
  writeRetry: (seconds) => ({ retry_after_seconds: seconds }),
}

/** Reads the params of message/send. Throws RpcError -32602, -32003 or -32005. */
function readSend(params: Params): SentMessage {
  const { message, configuration } = readParams(sendParams, params, `Send ${SEND_PARAMS}.`)
  if ((configuration?.pushNotificationConfig ?? null) !== null) throw push()
  return toSentMessage({ ...message, parts: message.parts.map(parsePart) }, configuration ?? null)
}

function parsePart(part: Record<string, unknown>): MessagePart {
  const { kind, text, data } = part
  if (kind === 'file' || 'file' in part) throw filesNotSupported()
  if ((kind ?? 'text') === 'text' && typeof text === 'string') return { kind: 'text', text }
  if ((kind ?? 'data') === 'data' && isObject(data)) return { kind: 'data', data }
  throw invalidParams(
    'A part is {"kind":"text","text":"…"} or {"kind":"data","data":{…}}: send one of these in message.parts.',
  )
}
