import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { evidencePath } from '../../core/release/paths.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { evidenceArtifacts, MAX_BODY } from '../../pipeline/artifacts/evidence/evidence.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const sha256 = (body: string): string => hash('sha256', body)
const OPEN = '{"open":1}'
const STRANGER = '<script>stranger</script>'
const LARGEST = 'x'.repeat(MAX_BODY)
const TOO_LARGE = 'x'.repeat(MAX_BODY + 1)
const WITHDRAWN = '{"withdrawn":1}'
const UNUSED = '{"unused":1}'
const RESTED_ON = [OPEN, STRANGER, LARGEST, TOO_LARGE, WITHDRAWN]

/** The artifacts of a release whose scores rest on all of them but one. */
const layOut = ({ isServed }: { isServed: boolean }) =>
  inTemporaryFolder(async (folder) => {
    const archive = new Archive(folder)
    for (const body of [...RESTED_ON, UNUSED]) archive.writeBody(Buffer.from(body))
    const db = await openDatabase(':memory:')
    const values = (bodies: string[]) => bodies.map((body) => `('${sha256(body)}')`).join(', ')
    await db.run(`
    create table raw_arena as select * from (values ${values([OPEN, LARGEST, TOO_LARGE, WITHDRAWN, UNUSED])}) as rows (response_sha256);
    create table raw_docker_mcp (response_sha256 varchar);
    create table raw_openrouter_apps (response_sha256 varchar);
    create table raw_openrouter_rankings (response_sha256 varchar);
    create table signals as select 'a' as handle, 'k' || row_number() over () as key, response_sha256
      from (values ${values(RESTED_ON)}) as rows (response_sha256);
    create table sub_scores as select handle, key from signals`)
    const withdrawn = [{ date: '2026-03-30', sha256: sha256(WITHDRAWN), reason: 'It named a person.' }]
    try {
      const site = { db, archive, withdrawn, evidence: { is_served: isServed } } as unknown as Site
      const found = []
      for await (const { path, side, body } of evidenceArtifacts(site)) found.push({ path, side, body })
      return found
    } finally {
      db.close()
    }
  })

test('only small answers of open sources on which scores rest are laid out, as private files', async () => {
  const artifacts = await layOut({ isServed: true })
  expect(new Set(artifacts.map(({ side }) => side))).toEqual(new Set(['private']))
  const bodies = artifacts.filter(({ path }) => /^evidence\/[0-9a-f]{64}$/.test(path))
  const laidOut = Object.fromEntries(bodies.map(({ path, body }) => [path, String(body)]))
  expect(laidOut).toEqual({ [evidencePath(sha256(OPEN))]: OPEN, [evidencePath(sha256(LARGEST))]: LARGEST })
})

test('each hash of a score leads to an agent, and what was withdrawn to the reason', async () => {
  const artifacts = await layOut({ isServed: true })
  const text = (path: string) => String(artifacts.find((artifact) => artifact.path === path)?.body)
  for (const body of RESTED_ON) {
    const name = sha256(body)
    expect(JSON.parse(text(`evidence/index/${name[0]}.json`))).toMatchObject({ [name.slice(1, 17)]: 'a' })
  }
  expect(JSON.parse(text('evidence/withdrawn.json'))).toEqual({
    [sha256(WITHDRAWN)]: { date: '2026-03-30', reason: 'It named a person.' },
  })
})

test('a host of files alone gets no answers', async () => {
  const artifacts = await layOut({ isServed: false })
  expect(artifacts.filter(({ path }) => /[0-9a-f]{64}$/.test(path))).toEqual([])
})
