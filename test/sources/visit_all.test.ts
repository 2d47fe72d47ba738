import { expect, it } from 'vitest'
import { visitAll } from '../../pipeline/agents/visit_all.ts'
import { replayGuard } from '../../pipeline/http/guard/replay.ts'
import type { Reach } from '../../pipeline/http/guard/transport.ts'
import type { GuardedVisits } from '../../pipeline/http/guarded.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import erc8004Files from '../../pipeline/sources/erc8004_files.ts'
import { openGuard } from '../http/guard_harness.ts'
import { toSourceDay } from '../http/harness.ts'
import { fetchAll } from './context.ts'
import { fileWith, listed, registered } from './given_agents.ts'
import { fakeHttp } from './recorded_http.ts'

const HOSTS = Array.from({ length: 40 }, (_, i) => `https://h${i}.sample.example`)
const KNOWN_FILES: Record<string, KnownRow[]> = {
  erc8004_identity: HOSTS.map((host, i) => registered(String(i), `${host}/${i}.json`)),
  erc8004_files: HOSTS.map((host, i) => fileWith(String(i), [['A2A', `${host}/a2a`]])),
  x402_bazaar_cdp: HOSTS.map((host) => listed(`${host}/buy`)),
}

/** Every host serves a card at the older path, and each answer takes a while of the guard's clock. */
function slowWorld() {
  const clock = { now: 0 }
  const reach: Reach = async (url) => {
    clock.now += 10
    const isServed = !url.pathname.endsWith('agent-card.json')
    return new Response(isServed ? '{"name":"Sample","registrations":[]}' : '', {
      status: isServed ? 200 : 404,
    })
  }
  return { reach, monotonic: () => clock.now }
}

it('registration files, cut short by time or number, come to the same from the archive', async () => {
  const fetchWith = (guarded: GuardedVisits) =>
    fetchAll(
      erc8004Files,
      fakeHttp(() => undefined),
      { known: KNOWN_FILES },
      guarded,
    )
  for (const limit of [{ maxVisits: 33 }, { budgetMs: 215 }, { maxVisits: 55, budgetMs: 405 }, {}]) {
    const { guard, archive } = openGuard({ ...slowWorld(), ...limit })
    const live = await fetchWith(guard)
    expect(live.observations.length).toBeGreaterThan(0)
    const again = await fetchWith(replayGuard(toSourceDay(guard.responses()), archive))
    expect(again).toEqual(live)
  }
})

it('reports the number of files deferred to another day, and keeps their rows', async () => {
  const cut = async (limit: { maxVisits?: number; budgetMs?: number }) => {
    const { guard } = openGuard({ ...slowWorld(), ...limit })
    const http = fakeHttp(() => undefined)
    const { observations, coverage } = await fetchAll(erc8004Files, http, { known: KNOWN_FILES }, guard)
    return { seen: observations.length, coverage }
  }
  const { seen: all, coverage } = await cut({})
  expect(coverage).toBe('changes')
  for (const limit of [{ maxVisits: 33 }, { budgetMs: 215 }]) {
    const { seen, coverage } = await cut(limit)
    expect(seen).toBeGreaterThan(0)
    expect(coverage).toEqual({ left_out: `${all - seen} of ${all} files on the web` })
    expect(seen).toBeLessThan(all)
  }
})

it('waits for all that are under way before it passes a bug on', async () => {
  let ended = 0
  const visitItem = async (item: number) => {
    if (item === 0) throw new TypeError('a bug')
    await new Promise((resolve) => setTimeout(resolve, 20))
    ended++
    throw new TypeError('another')
  }
  await expect(visitAll([0, 1, 2], visitItem).next()).rejects.toThrow('a bug')
  expect(ended).toBe(2)
})
