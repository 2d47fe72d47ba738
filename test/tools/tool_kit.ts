import type { HttpCall } from '../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { legacyMcp, mcp } from '../../serving/service/mcp/mcp.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { resultText } from '../../serving/service/rpc/json_rpc.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'
import { overRest } from './rest.ts'

type Answer = Record<string, unknown>

/** A tool's answer as a client reads it, and the bytes of the body that it came in. */
export interface ToolAnswer {
  answer: Answer
  text: string
  isError: boolean
  bytes: number
  characters: number
}

/** The tool servers over a release, and its REST resources. */
export interface ToolKit {
  release: ServedRelease
  /** Of every agent, those that have departed too. */
  handles: string[]
  call(name: string, args: Answer, server?: 'mcp' | 'legacy'): Promise<ToolAnswer>
  /** The resource of an endpoint, its parameters as REST writes them. */
  rest(id: string, given?: Record<string, string>): Promise<Answer>
  /** A private file of the release. */
  file<T>(path: string): Promise<T>
}

const TODAY = PUBLISHED_DAYS.at(-1) ?? ''

const NO_HTTP: HttpCall = {
  method: 'POST',
  url: 'http://localhost/api/mcp/v1',
  header: () => null,
  address: '192.0.2.1',
  body: () => Promise.reject(new Error('the body is read already')),
}

/** The kit over the sample release. */
export async function sampleKit(): Promise<ToolKit> {
  const output = await sampleOutput()
  const log = (error: unknown) => {
    throw error
  }
  const release = await followRelease({ output, now: () => 0, log }).current()
  if (release === null) throw new Error('there is no sample release')
  const rows = (await release.json<[handle: string, name: string][]>('private', 'agents-index.json')) ?? []
  return kitOver(
    release,
    rows.map(([handle]) => handle),
  )
}

/** The kit over a release with these agents. */
export function kitOver(release: ServedRelease, handles: string[]): ToolKit {
  return {
    ...{ release, handles },
    async call(name, args, server = 'mcp') {
      const method = (server === 'mcp' ? mcp : legacyMcp).methods['tools/call']
      if (method === undefined) throw new Error('the tool server has no method tools/call')
      const result = await method({ name, arguments: args }, { http: NO_HTTP, release, today: TODAY })
      const read = JSON.parse(result)
      return {
        answer: read.structuredContent ?? {},
        text: read.content[0].text,
        isError: read.isError,
        bytes: Buffer.byteLength(resultText(1, result)),
        characters: resultText('i'.repeat(200), result).length,
      }
    },
    rest: (id, given = {}) => overRest(id, given, { release, today: TODAY }),
    async file<T>(path: string) {
      const found = await release.json<T>('private', path)
      if (found === null) throw new Error(`the release has no ${path}`)
      return found
    },
  }
}
