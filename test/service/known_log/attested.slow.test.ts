import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { currentRelease, type Release } from '../../../core/release/release.ts'
import { publishRelease } from '../../../core/release/write.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import { localService } from '../../kit/local_service.ts'
import { sampleOutput } from '../../sample_output.ts'

const RECORD = /^private\/agents\//

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-attested-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function deadAgent(release: Release): AgentRecord {
  for (const { key } of release.entries()) {
    if (!RECORD.test(key)) continue
    const record = JSON.parse(
      String(release.file('private', key.slice('private/'.length))?.read()),
    ) as AgentRecord
    if (record.liveness === 'not_alive' && record.departed_on === null) return record
  }
  throw new Error('every agent of the sample is alive')
}

/** Forges a release, as anyone with write access could: an agent that is alive, and no log. */
function forge(output: string, release: Release, { handle }: AgentRecord): string {
  const artifacts = [...release.entries()].map(({ key, contentType }) => {
    const [side, ...path] = key.split('/') as ['public' | 'private', ...string[]]
    const body = release.file(side, path.join('/'))?.read() ?? Buffer.alloc(0)
    const isIt = RECORD.test(key) && body.toString().includes(`"handle":"${handle}"`)
    const told = isIt ? body.toString().replaceAll('"not_alive"', '"alive"') : body
    return { path: path.join('/'), side, contentType, body: told }
  })
  const made = folder()
  const { id } = publishRelease(made, artifacts, { ...release.about, layout: 'files' })
  cpSync(join(made, 'releases', id), join(output, 'releases', id), { recursive: true })
  rmSync(join(output, 'current'))
  symlinkSync(`releases/${id}`, join(output, 'current'))
  return id
}

test('of a forged release nothing is signed, which logs, metrics and readiness say; without its log neither of the right one', async () => {
  const output = folder()
  cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
  const release = currentRelease(output)
  if (release === null) throw new Error('the sample has no release')
  const agent = deadAgent(release)
  const state = folder()
  const start = () => localService({ output, folder: state })
  let service = await start()
  onTestFinished(() => service.close())
  const fetchPath = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.url}${path}`, { headers })
    return { status: answer.status, release: answer.headers.get('x-release'), text: await answer.text() }
  }
  const query = `/api/oracle/attest?metric=liveness&handle=${agent.handle}`
  const attested = () => fetchPath(query, { 'x-api-key': service.proKey })
  const liveness = async () => JSON.parse((await attested()).text).statement.predicate.value.liveness.state
  expect(await liveness()).toBe('not_alive')
  expect((await fetchPath('/readyz')).text).toBe('ready\n')
  const forged = forge(output, release, agent)
  for (const isRestarted of [false, true]) {
    if (isRestarted) {
      await service.close()
      service = await start()
    }
    await sleep(1_200)
    expect(await liveness()).toBe('not_alive')
    expect((await fetchPath('/api/ghost-index/v1')).release).toBe(release.id)
    const ready = await fetchPath('/readyz')
    expect([ready.status, ready.text]).toEqual([
      200,
      expect.stringContaining(`ready\n${forged} is refused: it has no signed log`),
    ])
    expect(service.logged()).toContain(
      `releases/${forged} cannot be served, what was served before is served on`,
    )
    const metrics = (await fetchPath('/metrics')).text
    expect(metrics).toMatch(/\nassay_release_refused 1\n/)
    expect(metrics).toMatch(/\nassay_known_log_entries [1-9]\d*\n/)
  }
  rmSync(join(release.path, 'public/log'), { recursive: true })
  expect(readdirSync(release.path)).toContain('public')
  expect([(await attested()).status, JSON.parse((await attested()).text).error]).toEqual([
    503,
    'not_for_sale',
  ])
  // Nor is a price asked for it.
  expect((await fetchPath(query)).status).toBe(503)
}, 120_000)
