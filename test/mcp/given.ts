import type { HttpCall } from '../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { legacyMcp, mcp } from '../../serving/service/mcp/mcp.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

/** The result of a tool call as a client reads it. */
export interface CallResult {
  content: { type: string; text: string }[]
  structuredContent: Record<string, unknown>
  isError: boolean
}

/** The tool servers over the sample release, without the transport. */
export interface GivenServer {
  release: ServedRelease
  /** The parsed result of a method. */
  ask<T>(method: string, params?: Record<string, unknown>, server?: 'mcp' | 'legacy'): Promise<T>
  call(name: string, args?: unknown, server?: 'mcp' | 'legacy'): Promise<CallResult>
}

/** A call as the transport passes it on, with these headers. */
export const httpWith = (headers: Record<string, string> = {}): HttpCall => ({
  method: 'POST',
  url: 'http://localhost/api/mcp/v1',
  header: (name) => headers[name.toLowerCase()] ?? null,
  body: () => Promise.reject(new Error('the body was read already')),
})

/** The tool servers over the sample release. */
export async function givenServer(): Promise<GivenServer> {
  const log = (error: unknown) => {
    throw error
  }
  const release = await followRelease({ output: await sampleOutput(), now: () => 0, log }).current()
  if (release === null) throw new Error('there is no sample release')
  const ask: GivenServer['ask'] = async (method, params = {}, server = 'mcp') => {
    const run = (server === 'mcp' ? mcp : legacyMcp).methods[method]
    if (run === undefined) throw new Error(`there is no method ${method}`)
    return JSON.parse(await run(params, { http: httpWith(), release, today: PUBLISHED_DAYS.at(-1) ?? '' }))
  }
  return {
    release,
    ask,
    call: (name, args, server) => ask('tools/call', { name, arguments: args }, server),
  }
}
