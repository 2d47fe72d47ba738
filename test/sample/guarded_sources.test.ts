import { beforeAll, describe, expect, it } from 'vitest'
import probes from '../../pipeline/sources/endpoint_probes.ts'
import files from '../../pipeline/sources/erc8004_files.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import registry from '../../pipeline/sources/mcp_registry.ts'
import cdp from '../../pipeline/sources/x402_bazaar_cdp.ts'
import payai from '../../pipeline/sources/x402_bazaar_payai.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { dayHead, readUpTo } from './chain_reader.ts'
import { withGuard } from './guard.ts'
import { run } from './run_source.ts'

type Row = Record<string, unknown>

const DAY = 25
/** Number of rows by value of a column. */
const countBy = (rows: Row[], column: string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => String(row[column]))].map(([value, all]) => [value, all.length]),
  )
const host = (name: string): string => `${name}-desk.sample.example`

/** Reads all sources that visit strangers on one day, each with the results of those before it. */
async function readStrangers() {
  return withGuard(SAMPLE_DAYS[DAY] as string, async (guarded, reached, prober) => {
    const registered = [
      ...(await run(identity, 0)).rows,
      ...(await run(identity, DAY, {}, { earlierBlocks: readUpTo(dayHead(0)) })).rows,
    ]
    const read = await run(files, DAY, { erc8004_identity: registered }, { guarded })
    const known = {
      erc8004_files: read.rows,
      x402_bazaar_cdp: (await run(cdp, DAY)).rows,
      x402_bazaar_payai: (await run(payai, DAY)).rows,
      mcp_registry: (await run(registry, DAY)).rows,
    }
    const probed = await run(probes, DAY, known, { guarded, prober })
    const quarantined = [read, probed].flatMap((seen) => seen.quarantined)
    return { files: read.rows, probes: probed.rows, quarantined, reached }
  })
}

describe('the sources that visit strangers read the sample', () => {
  let seen: Awaited<ReturnType<typeof readStrangers>>
  beforeAll(async () => {
    seen = await readStrangers()
  })
  const listOutcomes = (rows: Row[]) => new Set(rows.map((row) => row.outcome))

  it('every row is a good one, and no address that is not public was ever asked', () => {
    expect(seen.quarantined).toEqual([])
    expect(seen.reached.size).toBeGreaterThan(15)
    for (const name of seen.reached) expect(name).toMatch(/^[\w.-]+\.example$/)
  })

  it('files: one row for each agent, of every scheme', () => {
    expect(seen.files).toHaveLength(73)
    expect(new Set(seen.files.map((row) => row.scheme))).toEqual(
      new Set(['https', 'ipfs', 'data', 'none', 'other']),
    )
    expect(listOutcomes(seen.files)).toEqual(
      new Set(['ok', 'not_found', 'dns_dead', 'refused_unsafe', 'error']),
    )
    expect(seen.files.filter((row) => (row.wallets as string[]).length > 0)).toHaveLength(12)
    expect(seen.files.filter((row) => (row.tags as string[]).length > 0).length).toBeGreaterThan(3)
  })

  it('cards: of every site, read in both versions or not to be had in every way', () => {
    const byUrl = new Map(seen.probes.map((row) => [String(row.url), row]))
    const find = (name: string) => byUrl.get(`https://${host(name)}/.well-known/agent-card.json`)
    expect(find('tide')).toMatchObject({ outcome: 'answers', details: { cardVersion: '0.3.0' } })
    expect(find('ring')).toMatchObject({ details: { cardVersion: '1.0' } })
    expect(find('bird')).toMatchObject({
      details: { cardUrl: `https://${host('bird')}/.well-known/agent.json` },
    })
    const others = ['rain', 'snow', 'moon', 'bus', 'seed', 'letter', 'hollow', 'rusty']
    expect(others.map((name) => find(name)?.outcome)).toEqual([
      ...['gated', 'not_found', 'wrong_protocol', 'timeout', 'malformed', 'unsafe', 'timeout', 'tls'],
    ])
  })

  it('probes: quotes of both versions, free and missing resources, and proofs that three hosts keep and one forges', () => {
    const paid = seen.probes.filter((row) => row.kind === 'x402')
    expect(paid.filter((row) => (row.quotes as unknown[]).length > 0).length).toBeGreaterThanOrEqual(12)
    expect(countBy(paid, 'outcome')).toEqual({ answers: 17, not_found: 2, not_probed: 1, wrong_protocol: 1 })
    expect(
      countBy(
        seen.probes.filter(({ kind }) => kind === 'mcp'),
        'outcome',
      ),
    ).toEqual({
      ...{ answers: 72, gated: 32, not_found: 12, timeout: 2, unsafe: 2, wrong_protocol: 14 },
    })
    expect(
      countBy(
        seen.probes.filter(({ kind }) => kind === 'a2a'),
        'outcome',
      ),
    ).toEqual({
      ...{ answers: 4, card_only: 2, gated: 1, malformed: 1, not_found: 1, timeout: 2, tls: 1 },
      ...{ unsafe: 2, wrong_protocol: 2 },
    })
    const proofs = seen.probes.filter((row) => (row.proofs as unknown[]).length > 0)
    const claims = proofs.map((row) => [row.host, (row.proofs as { agent_id: string }[])[0]?.agent_id])
    expect(claims.sort()).toEqual([
      ...[
        [host('bird'), '2'],
        [host('mimic'), '0'],
        [host('star'), '1'],
        [host('tide'), '0'],
      ],
    ])
  })
})
