import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { currentRelease } from '../../core/release/release.ts'
import { readServiceConfig } from '../../serving/service/config.ts'
import { createLog } from '../../serving/service/observe/log.ts'
import { ProKeys } from '../../serving/service/payments/pro_keys.ts'
import { startServer } from '../../serving/service/server.ts'
import type { openState } from '../../serving/service/state.ts'
import { openStore } from '../../serving/service/store/open.ts'

/** The service over a release, in this process, on a free port of the loopback. */
export interface LocalService {
  /** e.g. `http://127.0.0.1:40123`. */
  url: string
  /** The prefix of the addresses in its release. */
  baseUrl: string
  /** The agents of its release. */
  handles: string[]
  /** The date of its release. */
  day: string
  /** A Pro key of its store. */
  proKey: string
  /** Its log lines so far. */
  logged(): string
  close(): Promise<void>
}

/** The output folder to serve, and the folder of its state. */
export interface Served {
  output: string
  folder: string
  /** Settings added to its defaults, as environment variables. */
  settings?: Record<string, string>
  /** Opens the state; the service's own by default. */
  open?: typeof openState
  /** A free one by default. */
  port?: number
}

/** Starts it. A caller sends its address in X-Forwarded-For, so that each has its own limits. */
export async function localService({
  output,
  folder,
  settings,
  open,
  port = 0,
}: Served): Promise<LocalService> {
  const environment = {
    ...{ TRUSTED_PROXIES: '1', STATE_FILE: join(folder, 'service.sqlite'), LOG_LEVEL: 'info' },
    ...settings,
  }
  const config = readServiceConfig(environment, output)
  let logged = ''
  const stream = {
    write(line: string) {
      logged += line
    },
  }
  const log = createLog({ level: 'info', secrets: config.secrets }, stream)
  const proKey = await issueKey(config)
  const options = { output, host: '127.0.0.1', port, config, log }
  const server = await startServer(open === undefined ? options : { ...options, open })
  return { url: server.url, ...readReleaseInfo(output), proKey, logged: () => logged, close: server.close }
}

function readReleaseInfo(output: string): Pick<LocalService, 'baseUrl' | 'handles' | 'day'> {
  const release = currentRelease(output)
  const index = release?.file('private', 'agents-index.json')?.read().toString('utf8')
  if (release === null || index === undefined)
    throw new Error(`${output} holds no release: publish a day first`)
  const rows = JSON.parse(index) as [handle: string][]
  const { base_url, date } = release.about
  return { baseUrl: base_url, day: date, handles: rows.map(([handle]) => handle) }
}

async function issueKey(config: Parameters<typeof openStore>[0]): Promise<string> {
  const db = await openStore(config)
  try {
    return (await new ProKeys(db, { now: Date.now, random: randomBytes }).issue('campaign')).key
  } finally {
    await db.close()
  }
}
