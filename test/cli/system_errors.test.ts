import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { existingFolder, makeFolder, outputFolder } from '../../cli/commands/command.ts'
import { failureLines } from '../../cli/commands/failure.ts'
import { main } from '../../cli/commands/main.ts'
import { listenProblem } from '../../cli/commands/serving.ts'
import { systemSentence } from '../../cli/commands/system_errors.ts'
import { BadUsage } from '../../core/domain/errors.ts'

const failure = (code: string, path: string, syscall = 'open') =>
  Object.assign(new Error(`${code}: no, ${syscall} '${path}'`), { code, path, syscall })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-system-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test.each([
  ['EACCES', /^no permission to read or write \/srv\/x: choose another folder with --output/],
  ['EPERM', /^no permission/],
  ['EROFS', /^\/srv\/x is on a read-only disk/],
  ['ENOENT', /^\/srv\/x does not exist: check the path/],
  ['ENOTDIR', /is a file and not a folder/],
  ['ENOSPC', /^the disk is full: free some space/],
  ['EMFILE', /ulimit/],
])('%s is a sentence that says what to do, without the code', (code, sentence) => {
  expect(failureLines(failure(code, '/srv/x'))).toEqual([expect.stringMatching(sentence)])
  expect(failureLines(failure(code, '/srv/x')).join('')).not.toContain(code)
})

test('a folder that cannot be made and a full disk in the words of the database are such sentences too', () => {
  expect(systemSentence(failure('ENOENT', '/proc/x', 'mkdir'))).toContain('no permission')
  expect(systemSentence(new Error('IO Error: Could not write file: No space left on device'))).toContain(
    'disk is full',
  )
  expect(systemSentence(new Error('anything else'))).toBeNull()
})

test('an output folder may be missing for a run, with its parents, and for nothing else', () => {
  const missing = join(folder, 'a', 'b')
  expect(outputFolder(missing)).toBe(missing)
  expect(existsSync(join(folder, 'a'))).toBe(false)
  expect(() => existingFolder(missing)).toThrow(/there is no such folder/)
  writeFileSync(join(folder, 'file'), '')
  expect(() => outputFolder(join(folder, 'file', 'b'))).toThrow(/is a file/)
})

test('a folder that cannot be made is wrong usage in one sentence, at once', () => {
  makeFolder(join(folder, 'a', 'b'))
  expect(existsSync(join(folder, 'a', 'b'))).toBe(true)
  // The kernel forbids folders here, whatever the rights.
  expect(() => makeFolder('/proc/none/x')).toThrow(BadUsage)
  expect(() => makeFolder('/proc/none/x')).toThrow(/no permission to read or write \/proc\/none/)
})

test.each([
  ['EADDRINUSE', '127.0.0.1', 8787, /in use by another program.* --port 8788$/],
  ['EADDRINUSE', '127.0.0.1', 65_535, /--port 65534$/],
  ['EACCES', '127.0.0.1', 80, /from 1024 on/],
  [
    'EADDRNOTAVAIL',
    '203.0.113.9',
    8787,
    /203\.0\.113\.9 is no address of this machine: use --host 127\.0\.0\.1/,
  ],
  ['ENOTFOUND', 'nowhere', 8787, /nowhere is no address/],
])('a server that cannot listen (%s on %s:%d) says what to choose', (code, host, port, sentence) => {
  expect(listenProblem(code, host, port)).toMatch(sentence)
})

test.each([
  ['feedback', 'list'],
  ['feedback', 'export'],
  ['payments', 'list'],
  ['payments', 'reconcile'],
  ['pro-key', 'list'],
  ['pro-key', 'revoke', 'x'],
  ['pro-key', 'issue', '--label', 'x'],
  ['oracle-key', 'list'],
  ['oracle-key', 'new'],
  ['serve'],
  ['daily', '--offline'],
])('%s %s creates no folder where --output is mistyped', async (...words) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const typo = join(folder, 'ouptut')
  expect(await main([...words, '--output', typo])).not.toBe(0)
  expect(String(told.mock.calls[0]?.[0])).toMatch(/no such folder|no index yet/)
  expect(existsSync(typo)).toBe(false)
})

test.each([
  ['feedback', 'list'],
  ['payments', 'list'],
  ['pro-key', 'list'],
])('%s %s makes no database in a folder that no service has used', async (...words) => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await main([...words, '--output', folder])).toBe(1)
  expect(String(told.mock.calls[0]?.[0])).toMatch(
    /there is no .*(?:service|inbox)\.sqlite yet: the service makes it/,
  )
  expect(existsSync(join(folder, 'state'))).toBe(false)
})
