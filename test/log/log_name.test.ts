import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readLogKey } from '../../pipeline/log/key.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { temporaryFolder } from '../hosts/published.ts'

test('a log is named for the address of its index, its path included: two projects may share a host', () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const LOG_KEY_FILE = join(folder.path, 'log.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(LOG_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const name = (baseUrl: string) =>
    readLogKey({
      output: folder.path,
      universe: { world: 'live' },
      baseUrl,
      env: { LOG_KEY_FILE },
    } as unknown as RunOptions)?.origin
  expect(name('https://assay.example')).toBe('assay.example/log')
  expect(name('https://owner.example/index')).toBe('owner.example/index/log')
})
