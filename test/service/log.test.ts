import { expect, test } from 'vitest'
import { createLog } from '../../serving/service/observe/log.ts'

function logging(level: 'info' | 'error' | 'silent' = 'info', secrets: string[] = []) {
  const lines: string[] = []
  const log = createLog({ level, secrets }, { write: (line) => lines.push(line) })
  return { log, lines, entry: () => JSON.parse(lines.at(-1) as string) }
}

const CALL = {
  ...{ method: 'GET', endpoint: 'find_full', status: 200, ms: 3.2 },
  ...{ release: '2026-01-01-abc', caller: '203.0.113.0/24' },
}

test('a call is one line of JSON, and nothing of the process', () => {
  const { log, lines, entry } = logging()
  log.call(CALL)
  expect(lines).toHaveLength(1)
  expect(entry()).toEqual({ level: 'info', time: expect.any(String), ...CALL, msg: 'call' })
  expect(Date.parse(entry().time)).toBeGreaterThan(0)
  log.call({ ...CALL, status: 500 })
  expect(entry().level).toBe('error')
})

test('the level decides what is written', () => {
  const { log, lines } = logging('error')
  log.call(CALL)
  log.note('something')
  expect(lines).toEqual([])
  log.fault(new Error('x'))
  expect(lines).toHaveLength(1)
})

test('a fault has its stack and its causes, and no field that somebody hung on it', () => {
  const { log, entry } = logging()
  const cause = Object.assign(new TypeError('behind'), { code: 'ECONNREFUSED', body: 'payment' })
  log.fault(new Error('in front', { cause }))
  const [front, behind] = entry().errors
  expect(front).toMatchObject({ name: 'Error', message: 'in front' })
  expect(front.stack).toContain('log.test.ts')
  expect(front.stack).not.toContain('in front')
  expect(behind).toEqual({
    ...{ name: 'TypeError', code: 'ECONNREFUSED', message: 'behind' },
    stack: expect.any(String),
  })
  log.fault('a word')
  expect(entry().errors).toEqual([{ name: 'string', message: 'a word' }])
})

test('errors that have a cause in a circle, or are huge, end', () => {
  const { log, lines } = logging()
  const round = new Error('a '.repeat(100_000))
  round.cause = round
  log.fault(round)
  expect(lines[0]?.length).toBeLessThan(40_000)
})

test('secrets, keys, signatures, payment headers and users in addresses are taken out', () => {
  const { log, lines } = logging('info', ['https://node.example/k3y', 'bearer-word'])
  const signature = `0x${'ab'.repeat(65)}`
  const header = Buffer.from(JSON.stringify({ signature, more: 'x'.repeat(200) })).toString('base64')
  const message = [
    'URL: https://node.example/k3y?x',
    'authorization: Bearer bearer-word',
    `signature ${signature}`,
    `X-PAYMENT: ${header}`,
    `X-API-Key: assay_abcdefgh.${'s'.repeat(43)}`,
    'postgres://assay:hunter22@db.example/assay',
    `nonce 0x${'1'.repeat(64)}`,
  ].join('\n')
  log.fault(new Error(message, { cause: new Error(message) }))
  log.note(message)
  const all = lines.join('')
  for (const gone of ['k3y', 'bearer-word', 'abababab', header.slice(0, 60), 'ssss', 'hunter22'])
    expect(all, gone).not.toContain(gone)
  expect(all).toContain(`0x${'1'.repeat(64)}`)
  expect(all).toContain('assay_abcdefgh.[secret]')
})

test('a fault that comes again and again fills no disk: a minute has so many lines of its kind', () => {
  let now = 0
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [], now: () => now }, { write: (line) => lines.push(line) })
  const fault = (code: string) => log.fault(Object.assign(new Error('too many open files'), { code }))
  for (let time = 0; time < 1_000; time += 1) fault('EMFILE')
  expect(lines).toHaveLength(31)
  expect(lines.filter((line) => line.includes('left out'))).toHaveLength(1)
  expect(log.omittedLines?.()).toBe(970)
  // Another kind is written on, and this one again when the minute is over.
  fault('EIO')
  expect(lines).toHaveLength(32)
  now = 60_000
  fault('EMFILE')
  expect(lines).toHaveLength(33)
  for (let kind = 0; kind < 5_000; kind += 1) fault(`E${kind}`)
  expect(lines.length).toBeLessThan(33 + 200)
})

test('lines of calls are so many in a minute', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [], now: () => 0 }, { write: (line) => lines.push(line) })
  for (let call = 0; call < 10_000; call += 1) log.call(CALL)
  expect([lines.length, log.omittedLines?.()]).toEqual([6_001, 4_000])
})
