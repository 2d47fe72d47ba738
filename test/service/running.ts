import { onTestFinished } from 'vitest'
import type { StatefulHandler } from '../../serving/handler/stateful_handler.ts'
import { readServiceConfig } from '../../serving/service/config.ts'
import { MemoryLimits } from '../../serving/service/limits/memory_limits.ts'
import { createLog } from '../../serving/service/observe/log.ts'
import { ResultCache } from '../../serving/service/rpc/result_cache.ts'
import { type RunningServer, startServer } from '../../serving/service/server.ts'
import { createServiceHandler } from '../../serving/service/service_handler.ts'
import type { State } from '../../serving/service/state.ts'
import { emptyOutput, publish } from '../handler/published.ts'

/** A server over a small release, with the stateful handler and the store of a test. */
export interface TestServer extends RunningServer {
  output: string
  port: number
  /** The log entries, parsed. */
  entries(): Record<string, unknown>[]
  /** True if the state was closed. */
  isStateClosed(): boolean
}

/** Starts one on a free port; `paid` answers what has a price. */
export async function startTestServer({
  paid = { reply: () => Promise.reject(new Error('no stateful handler')) },
  environment = {},
  baseUrl,
  isPublished = true,
  ...state
}: {
  paid?: StatefulHandler
  environment?: Record<string, string>
  baseUrl?: string
  isPublished?: boolean
} & Partial<Pick<State, 'ping' | 'counts'>> = {}): Promise<TestServer> {
  const output = emptyOutput()
  if (isPublished) publish(output, '2026-01-01')
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line) => lines.push(line) })
  let isStateClosed = false
  const server = await startServer({
    ...{ output, host: '127.0.0.1', port: 0, log, config: readServiceConfig(environment, output) },
    ...(baseUrl === undefined ? {} : { baseUrl }),
    open: async () => ({
      stateful: createServiceHandler({ paid, free: {}, log: log.fault }),
      rpcLimits: new MemoryLimits({ now: Date.now }),
      known: new ResultCache(),
      taskBytes: () => 0,
      isKnownKey: () => false,
      counts: async () => [{ state: 'refused', count: 0 }],
      ping: async () => [],
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
