import { z } from 'zod'
import { type Params, RpcError } from '../../rpc/method.ts'
import { A2A_CODES, TaskEnded } from '../codes.ts'
import { filesNotSupported, isObject, type SentMessage, toSentMessage } from '../message.ts'
import { CONFIGURATION_FIELDS, invalidParams, MESSAGE_FIELDS, readParams, readTask } from '../params.ts'
import type { Message, MessagePart, Task } from '../task.ts'
import { readListParams } from './list_params.ts'
import { camelKeys, formatRole, formatState, parseRole, ROLES } from './proto_json.ts'
import { defineMethod, limitHistory, noExtendedCard, noPush, noStreaming, type Revision } from './revision.ts'

const sendParams = z.looseObject({
  message: z.looseObject({ role: z.enum(ROLES), ...MESSAGE_FIELDS }),
  configuration: z
    .looseObject({ ...CONFIGURATION_FIELDS, taskPushNotificationConfig: z.unknown().optional() })
    .nullish(),
})

const SEND_SHAPE =
  'Send {"message":{"messageId":"1","role":"ROLE_USER","parts":[{"text":"How many agents are alive?"}]}}.'

const streaming = noStreaming('SendMessage')
const push = noPush('SendMessage', 'GetTask')
const readTaskParams = (params: Params) => readTask(camelKeys(params))

/** A2A 1.0 over JSON-RPC: the JSON of its protocol buffers. */
export const V1_0: Revision = {
  version: '1.0',
  methods: {
    SendMessage: defineMethod(readSend, async (sent, context, operations) => ({
      task: writeTask(limitHistory(await operations.send(sent, context), sent.historyLength)),
    })),
    GetTask: defineMethod(readTaskParams, async ({ id, historyLength }, context, operations) =>
      writeTask(limitHistory(await operations.get(id, context), historyLength)),
    ),
    ListTasks: defineMethod(readListParams, async (query, _context, operations) => {
      const { tasks, ...page } = await operations.list(query)
      return { tasks: tasks.map((task) => writeListed(task, query)), ...page, pageSize: query.pageSize }
    }),
    CancelTask: defineMethod(readTaskParams, async ({ id }, context, operations) =>
      writeTask(await operations.cancel(id, context)),
    ),
  },
  unsupported: {
    SendStreamingMessage: streaming,
    SubscribeToTask: streaming,
    CreateTaskPushNotificationConfig: push,
    GetTaskPushNotificationConfig: push,
    ListTaskPushNotificationConfigs: push,
    DeleteTaskPushNotificationConfig: push,
    GetExtendedAgentCard: noExtendedCard(A2A_CODES.unsupportedOperation),
  },
  writeError,
  writeRetry: (seconds) => [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
  ],
}

/** Reads the params of SendMessage. Throws RpcError -32602, -32003 or -32005. */
function readSend(params: Params): SentMessage {
  const { message, configuration, ...rest } = camelKeys(params)
  const given = { ...rest, message: camelKeys(message), configuration: camelKeys(configuration) }
  const sent = readParams(sendParams, given, SEND_SHAPE)
  if ((sent.configuration?.taskPushNotificationConfig ?? null) !== null) throw push()
  const { role, parts } = sent.message
  const read = { ...sent.message, role: parseRole(role), parts: parts.map(parsePart) }
  return toSentMessage(read, sent.configuration ?? null)
}

function parsePart({ text, data, ...part }: Record<string, unknown>): MessagePart {
  if (typeof text === 'string') return { kind: 'text', text }
  if ('raw' in part || 'url' in part) throw filesNotSupported()
  if (isObject(data)) return { kind: 'data', data }
  // Data may be any JSON: what is no object names no skill, so it is read as the text that it is.
  if (data !== undefined) return { kind: 'text', text: JSON.stringify(data) }
  throw invalidParams('A part is {"text":"…"} or {"data":{…}}: send one of these in message.parts.')
}

/** Returns a task as 1.0 writes it; a field without content is left out. */
function writeTask({ id, contextId, status, artifacts, history }: Task): Record<string, unknown> {
  const { state, timestamp, message } = status
  return {
    ...{ id, contextId },
    status: {
      ...{ state: formatState(state), timestamp },
      ...(message === undefined ? {} : { message: writeMessage(message) }),
    },
    ...(artifacts === undefined
      ? {}
      : {
          artifacts: artifacts.map(({ parts, ...artifact }) => ({
            ...artifact,
            parts: parts.map(writePart),
          })),
        }),
    ...(history.length === 0 ? {} : { history: history.map(writeMessage) }),
  }
}

function writeListed(
  task: Task,
  { historyLength, includeArtifacts }: { historyLength: number | null; includeArtifacts: boolean },
): Record<string, unknown> {
  const { artifacts, ...rest } = writeTask(limitHistory(task, historyLength))
  return includeArtifacts ? { ...rest, artifacts: artifacts ?? [] } : rest
}

const writeMessage = ({ kind: _, role, parts, ...message }: Message): object => ({
  ...message,
  role: formatRole(role),
  parts: parts.map(writePart),
})

const writePart = (part: MessagePart): object =>
  part.kind === 'text' ? { text: part.text } : { data: part.data, mediaType: 'application/json' }

/** Code → reason, as google.rpc.ErrorInfo names it. */
const REASONS: Readonly<Record<number, string>> = {
  [A2A_CODES.taskNotFound]: 'TASK_NOT_FOUND',
  [A2A_CODES.taskNotCancelable]: 'TASK_NOT_CANCELABLE',
  [A2A_CODES.pushNotSupported]: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  [A2A_CODES.unsupportedOperation]: 'UNSUPPORTED_OPERATION',
  [A2A_CODES.contentTypeNotSupported]: 'CONTENT_TYPE_NOT_SUPPORTED',
  [A2A_CODES.versionNotSupported]: 'VERSION_NOT_SUPPORTED',
}

/** Returns an error with its reason. */
function writeError(error: RpcError): RpcError {
  const code = error instanceof TaskEnded ? A2A_CODES.unsupportedOperation : error.code
  const reason = REASONS[code]
  return reason === undefined ? error : new RpcError(code, error.message, [errorInfo(reason)])
}

/** Returns the detail by which clients of 1.0 know an error. */
export const errorInfo = (reason: string, metadata: Record<string, string> = {}): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  ...{ reason, domain: 'a2a-protocol.org', metadata },
})
