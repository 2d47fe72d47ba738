import type { ServerResponse } from 'node:http'
import { ProbeClock } from '../../pipeline/http/guard/probe_clock.ts'
import { createSecondPath } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import { createControlClient } from '../../pipeline/probes/control/client.ts'
import { askControl, replayControlDay } from '../../pipeline/probes/control.ts'
import type { ProtocolKind } from '../../pipeline/probes/protocol.ts'
import { internet, type ReceivedRequest } from '../http/guard_harness.ts'
import { NOW, temporaryArchive, toSourceDay } from '../http/harness.ts'

/** Requests a control arm may send about an address. */
interface Asked {
  kind?: ProtocolKind
  /** Addresses that the probe sent a POST to. */
  posted?: readonly string[]
  speed?: number
  resolve?: (host: string) => Promise<string[]>
}

type Handler = (request: ReceivedRequest & { body: string }, response: ServerResponse) => void

/** A control arm before a server that stands in for every host. */
export async function openControl(handler: Handler) {
  const bodies: string[] = []
  const stand = await internet(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    handler(Object.assign(request, { body }), response)
  })
  /** Asks an address, and again from the record: fails unless both see the same. */
  const ask = async (url: string, { kind = 'mcp', posted = [url], speed = 1, resolve }: Asked = {}) => {
    const archive = temporaryArchive()
    const target = { url, kind, posted: new Set(posted) }
    const client = createControlClient({
      path: createSecondPath(`http://127.0.0.1:${stand.port}`, resolve ?? resolveWithoutDns),
      ...{ archive, now: () => NOW, clock: new ProbeClock(speed), userAgent: 'test' },
      begin: async () => () => {},
    })
    const session = client.open(url)
    const outcome = await askControl(target, session)
    const responses = session.close()
    const [again] = await replayControlDay([target], toSourceDay(responses), archive)
    if (again?.outcome !== outcome) throw new Error(`live ${outcome}, in the replay ${again?.outcome}`)
    return { outcome, responses }
  }
  return { ...stand, bodies, ask }
}
