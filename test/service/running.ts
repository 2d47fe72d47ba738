import { onTestFinished } from 'vitest'
import type { Desk } from '../../handler/desk.ts'
import { readServiceConfig } from '../../service/config.ts'
import { createFrontDesk } from '../../service/desk.ts'
import { createLog } from '../../service/log.ts'
import { MemoryLimits } from '../../service/memory_limits.ts'
import { type RunningServer, startServer } from '../../service/server.ts'
import type { State } from '../../service/state.ts'
import { emptyOutput, publish } from '../handler/published.ts'

/** A server over a small release, with the desk and the store of a test. */
export interface TestServer extends RunningServer {
  output: string
  port: number
  /** What was logged, parsed. */
  entries(): Record<string, unknown>[]
  /** Whether the state was closed. */
  isStateClosed(): boolean
}

/** Starts one on a free port; `paid` answers what has a price. */
export async function startTestServer({
  paid = { reply: () => Promise.reject(new Error('no desk')) },
  environment = {},
  baseUrl,
  isPublished = true,
  ...state
}: {
  paid?: Desk
  environment?: Record<string, string>
  baseUrl?: string
  isPublished?: boolean
} & Partial<Pick<State, 'ask' | 'counts'>> = {}): Promise<TestServer> {
  const output = emptyOutput()
  if (isPublished) publish(output, '2026-01-01')
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line) => lines.push(line) })
  let isStateClosed = false
  const server = await startServer({
    ...{ output, host: '127.0.0.1', port: 0, log, config: readServiceConfig(environment, output) },
    ...(baseUrl === undefined ? {} : { baseUrl }),
    open: async () => ({
      desk: createFrontDesk({ paid, free: {}, log: log.fault }),
      rpcLimits: new MemoryLimits({ now: Date.now }),
      counts: async () => [],
      ask: async () => [],
      close: async () => {
        isStateClosed = true
      },
      ...state,
    }),
  })
  onTestFinished(() => server.close())
  return {
    ...server,
    output,
    port: Number(new URL(server.url).port),
    entries: () => lines.map((line) => JSON.parse(line)),
    isStateClosed: () => isStateClosed,
  }
}
