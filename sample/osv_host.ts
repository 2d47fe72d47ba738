import { type HostHandler, jsonResponse } from './answers.ts'
import { toTime } from './days.ts'
import { hash32 } from './prng.ts'
import { sampleWorld } from './world.ts'

const MAX_QUERIES = 1_000
const ECOSYSTEMS: Record<string, string> = { npm: 'npm', pypi: 'PyPI' }
/** Of so many packages one has vulnerabilities. */
const RARITY = 4
/** The version that mends them where one does; the sample's own are lower. */
const FIXED = '1.9.0'
const VECTORS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:U/C:H/I:N/A:N',
  'CVSS:4.0/AV:L/AC:L/AT:N/PR:L/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N',
] as const

interface Invented {
  id: string
  ecosystem: string
  name: string
  nth: number
}

interface Query {
  package: { ecosystem: string; name: string }
}

/** Lists every invented vulnerability of the packages of the sample's servers. */
function inventAll(seed: number): Invented[] {
  const names = sampleWorld(seed).servers.flatMap(({ packages }) =>
    packages.flatMap(({ registryType, identifier }) => {
      const ecosystem = ECOSYSTEMS[registryType]
      return ecosystem === undefined ? [] : [`${ecosystem} ${identifier}`]
    }),
  )
  const vulnerable = [...new Set(names)].filter((name) => hash32(`osv ${seed} ${name}`) % RARITY === 0).sort()
  return vulnerable
    .flatMap((named) => Array.from({ length: 1 + (hash32(named) % 3) }, () => named))
    .map((named, nth) => {
      const [ecosystem = '', name = ''] = named.split(' ')
      return { id: `SAMPLE-2026-${nth + 1}`, ecosystem, name, nth }
    })
}

/** OSV with invented vulnerabilities: `/v1/querybatch` and `/v1/vulns/{id}`. */
export const osvHost: HostHandler = async ({ seed, url: { pathname }, request }) => {
  const all = inventAll(seed)
  if (pathname === '/v1/querybatch') {
    const { queries = [] } = (await request.json()) as { queries?: Query[] }
    if (queries.length > MAX_QUERIES) return jsonResponse({ code: 3, message: 'Too many queries.' }, 400)
    return jsonResponse({ results: queries.map(({ package: asked }) => answer(all, asked)) })
  }
  const found = all.find(({ id }) => pathname === `/v1/vulns/${id}`)
  return found ? jsonResponse(render(found)) : jsonResponse({ code: 5, message: 'Bug not found.' }, 404)
}

function answer(all: Invented[], { ecosystem, name }: Query['package']): object {
  const vulns = all
    .filter((invented) => invented.ecosystem === ecosystem && invented.name === name)
    .map(({ id, nth }) => ({ id, modified: toModified(nth) }))
  return vulns.length === 0 ? {} : { vulns }
}

const toModified = (nth: number): string => toTime(-(nth % 50) - 1)

function render({ id, ecosystem, name, nth }: Invented): object {
  const events = [{ introduced: '0' }, ...(nth % 3 === 2 ? [] : [{ fixed: FIXED }])]
  return {
    id,
    summary: 'Sample: an invented vulnerability, for tests of this index',
    published: toModified(nth),
    modified: toModified(nth),
    ...(nth % 7 === 6 && { withdrawn: toModified(nth) }),
    ...(nth % 4 === 3
      ? { database_specific: { severity: 'MODERATE' } }
      : { severity: [toSeverity(VECTORS[nth % 3] ?? VECTORS[0])] }),
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }],
    schema_version: '1.7.0',
  }
}

const toSeverity = (score: string) => ({ type: score.startsWith('CVSS:4') ? 'CVSS_V4' : 'CVSS_V3', score })
