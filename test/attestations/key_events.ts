import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { addKeyEvent, type KeyEvent } from '../../pipeline/log/oracle_keys.ts'
import { givenKey } from './given.ts'

type Created = KeyEvent & { event: 'created' }

/** A new key, by default valid for a year from 2 March 2026. */
export function created(at: string, changed: Partial<Created> = {}): Created {
  const { kid, x } = givenKey().publicKey
  const valid = { valid_from: '2026-03-02T12:00:00Z', valid_until: '2027-03-02T12:00:00Z' }
  return { event: 'created', at, kid, x, ...valid, ...changed }
}

/** An output folder with these events, removed after the test. */
export function folder(events: KeyEvent[] = []): string {
  const output = mkdtempSync(join(tmpdir(), 'assay-keys-'))
  onTestFinished(() => rmSync(output, { recursive: true }))
  for (const event of events) addKeyEvent(output, event)
  return output
}
