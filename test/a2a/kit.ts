import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { A2A } from '../../core/interface/service.ts'
import type { agentCard } from '../../pipeline/artifacts/discovery/agent_card.ts'
import type { Task } from '../../serving/service/a2a/task.ts'
import { type LocalService, localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

/** Declares a test of a behaviour that the A2A compatibility kit (0.3.0.beta4) tests under the name `kit`. */
export const behaves = (kit: string, behaviour: string, run: () => Promise<void>) =>
  test(`${behaviour} (${kit})`, run)

/** The states of an accepted task. */
export const OPEN = /^(?:submitted|working|input-required|completed)$/
/** A text without a request. */
export const HELLO = 'Hello from a client that tries everything'
/** An id that no task has. */
export const NOWHERE = 'no-such-task'

/** An answer of the real service. */
export interface Answer {
  status: number
  json: { jsonrpc?: string; id?: unknown; result?: Task; error?: { code: number; message: string } }
}

/** The real service over the sample for the tests of a file, and the calls of a client. */
export function a2aOverHttp() {
  let folder: string
  let service: LocalService
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-a2a-'))
    service = await localService({ output: await sampleOutput(), folder })
  }, 300_000)
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends a body; a string is sent as it is, without `JSON.stringify`. */
  const post = async (body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(service.url + A2A.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, json: (await response.json()) as Answer['json'] }
  }
  const call = async (method: string, params: unknown, id: unknown = crypto.randomUUID()) =>
    (await post({ jsonrpc: '2.0', id, method, params })).json
  const result = async (method: string, params: unknown): Promise<Task> => {
    const { result: task, error } = await call(method, params)
    if (task === undefined) throw new Error(`${method}: ${error?.message}`)
    return task
  }
  return {
    post,
    call,
    /** The error code of a request. */
    code: async (method: string, params: unknown) => (await call(method, params)).error?.code,
    get: (params: unknown) => result('tasks/get', params),
    cancel: (params: unknown) => result('tasks/cancel', params),
    /** Sends a text, or parts; `more` goes into the message. */
    send: (said: string | object[], more: object = {}, configuration?: object) =>
      result('message/send', { message: userMessage(said, more), configuration }),
    card: async () => {
      const response = await fetch(`${service.url}/.well-known/agent-card.json`)
      return (await response.json()) as ReturnType<typeof agentCard>
    },
  }
}

/** A message of a user. */
export const userMessage = (said: string | object[], more: object = {}) => ({
  ...{ kind: 'message', messageId: crypto.randomUUID(), role: 'user' },
  parts: typeof said === 'string' ? [{ kind: 'text', text: said }] : said,
  ...more,
})
