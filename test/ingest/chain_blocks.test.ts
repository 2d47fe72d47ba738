import { expect, it, onTestFinished } from 'vitest'
import type { ArchivedResponse, SourceDay } from '../../pipeline/archive/source_day.ts'
import {
  BLOCKS_COLUMNS,
  GAPS_COLUMNS,
  selectBlocksOn,
  storeBlocks,
} from '../../pipeline/ingest/chain_blocks.ts'
import type { ObserveResult } from '../../pipeline/ingest/observe.ts'
import { selectOwnResponses } from '../../pipeline/ingest/own_responses.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { createTable } from '../../pipeline/model/tables.ts'
import { sortSources } from '../../pipeline/source/source_loader.ts'
import { pings } from '../chain/pings.ts'
import { temporaryArchive, toSourceDay } from '../http/harness.ts'

const DAY = '2026-03-23'
const response = (url: string, retrieved_at: string): ArchivedResponse => ({
  ...{ method: 'GET', url, request: null, status: 200, sha256: 'a'.repeat(64), bytes: 1 },
  ...{ etag: null, content_type: null, link: null, retrieved_at },
})

it('what another source was answered is counted there, and what this one asked itself is counted here', () => {
  const archive = temporaryArchive()
  const shared = response('https://a.example/1', `${DAY}T05:00:00.000Z`)
  const again = response('https://a.example/2', `${DAY}T06:00:00.000Z`)
  const first = { ...again, retrieved_at: `${DAY}T05:00:00.000Z` }
  archive.writeDay({ ...toSourceDay([shared, first]), source: 'pings', date: DAY })
  const own: SourceDay = { ...toSourceDay([shared, again]), date: DAY }
  expect(selectOwnResponses(archive, { ...pings, name: 'echoes', repeats: 'pings' }, own)).toEqual([again])
  expect(selectOwnResponses(archive, pings, own)).toEqual([shared, again])
})

it('a source is fetched after the source whose requests it repeats, which must exist', () => {
  const echoes = { ...pings, name: 'echoes', repeats: 'pings' }
  const exports = new Map<string, unknown>([
    ['echoes.ts', echoes],
    ['pings.ts', pings],
  ])
  expect(sortSources(exports).map(({ name }) => name)).toEqual(['pings', 'echoes'])
  expect(() => sortSources(new Map([['echoes.ts', echoes]]))).toThrow("'pings', which does not exist")
})

it('what is missing of each chain is a row with the reason and what would mend it', async () => {
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.close())
  await createTable(db, 'ingest_blocks', BLOCKS_COLUMNS, [])
  await createTable(db, 'ingest_gaps', GAPS_COLUMNS, [])
  const gap = {
    ...{ chain: 'eip155:137', from_block: 5, to_block: 14, missing_blocks: 10, wanted_blocks: 100 },
    ...{ runs_left: 2, reason: 'no old blocks at a.example', fix: 'set POLYGON_RPC_URL' },
  }
  const unknown = { ...gap, chain: 'eip155:1', from_block: null, to_block: null, missing_blocks: null }
  const coverage = { blocks: [], gaps: [gap, unknown], left_out: 'some' }
  await storeBlocks(db, DAY, 'pings', { outcome: 'ok', coverage } as unknown as ObserveResult)
  await storeBlocks(db, DAY, 'others', { outcome: 'failed' } as unknown as ObserveResult)
  const rows = await db.rows<Record<string, unknown>>(selectBlocksOn(DAY).ingest_gaps ?? '')
  expect(rows.map(({ date: _, source, ...row }) => [source, row])).toEqual([
    ['pings', unknown],
    ['pings', gap],
  ])
})
