import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type AnchorEvent,
  addAnchorEvent,
  anchorsFile,
  readAnchorEvents,
  readAnchors,
} from '../../pipeline/log/anchors.ts'

const digest = 'd'.repeat(64)
const transaction_hash = `0x${'1'.repeat(64)}` as const
const about = { at: '2026-03-01T06:00:00.000Z', digest, chain: 'eip155:31337' }
const asked: AnchorEvent = {
  ...{ event: 'asked', ...about, date: '2026-03-01', checkpoint_sha256: 'c'.repeat(64) },
}
const signed: AnchorEvent = {
  ...{ event: 'signed', ...about, checkpoint_sha256: 'c'.repeat(64), transaction_hash },
  ...{ from: `0x${'f'.repeat(40)}`, nonce: 7, raw: '0x02f8', seen_block: 40 },
}
const replaced: AnchorEvent = {
  ...{ event: 'replaced', ...about, transaction_hash, by: `0x${'2'.repeat(64)}` },
}
const confirmed: AnchorEvent = {
  ...{ event: 'confirmed', ...about, transaction_hash, block_number: 42, confirmations: 64 },
}

function folder(): string {
  const output = mkdtempSync(join(tmpdir(), 'assay-anchors-'))
  onTestFinished(() => rmSync(output, { recursive: true }))
  return output
}

test('an anchor is pending from when it is asked for until its transaction is final', () => {
  const output = folder()
  const after = (event: AnchorEvent) => {
    addAnchorEvent(output, event)
    return readAnchors(output).get(digest)
  }
  expect(readAnchors(output).size).toBe(0)
  const open = { chain: 'eip155:31337', anchor_status: 'pending', block_number: null }
  expect(after(asked)).toEqual({ ...open, transaction_hash: null })
  expect(after(signed)).toEqual({ ...open, transaction_hash })
  expect(after(replaced)).toEqual({ ...open, transaction_hash: null })
  expect(after(signed)).toEqual({ ...open, transaction_hash })
  expect(after(confirmed)).toEqual({
    ...open,
    transaction_hash,
    anchor_status: 'confirmed',
    block_number: 42,
  })
})

test('a line that was torn is not read, and is gone with the next one', () => {
  const output = folder()
  addAnchorEvent(output, asked)
  appendFileSync(anchorsFile(output), JSON.stringify(signed).slice(0, -1))
  expect(readAnchorEvents(output)).toEqual([asked])
  addAnchorEvent(output, signed)
  expect(readAnchorEvents(output)).toEqual([asked, signed])
  expect(readFileSync(anchorsFile(output), 'utf8')).toBe(
    `${JSON.stringify(asked)}\n${JSON.stringify(signed)}\n`,
  )
})

test('a damaged line stops who would sign anew, and holds back no release', () => {
  const output = folder()
  addAnchorEvent(output, asked)
  appendFileSync(anchorsFile(output), '{"event":"signed"}\n')
  addAnchorEvent(output, confirmed)
  expect(() => readAnchorEvents(output)).toThrow(/anchors\.jsonl, line 2: it is not an event/)
  expect(readAnchors(output).get(digest)?.anchor_status).toBe('confirmed')
})

test('what is no event is never written', () => {
  const output = folder()
  expect(() => addAnchorEvent(output, { ...signed, raw: 'none' } as never)).toThrow()
  expect(readAnchorEvents(output)).toEqual([])
})
