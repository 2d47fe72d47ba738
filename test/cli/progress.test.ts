import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReporter, lineReporter } from '../../cli/progress.ts'
import type { Reporter } from '../../pipeline/run/types.ts'

/** The output of a reporter to a terminal or to another stream. */
function printed(isTTY: boolean, quiet: boolean, work: (report: Reporter) => void): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 }) as unknown as NodeJS.WriteStream
  work(createReporter(stream, quiet))
  return String((stream as unknown as PassThrough).read() ?? '')
}

function reportWork(report: Reporter): void {
  report.step('build models')
  report.step('fetch', 8)
  for (let page = 0; page < 8; page += 1) report.tick()
  report.note('github: 2 bad rows in quarantine')
  report.step('publish', 100)
  report.tick(30)
  report.end()
}

describe('where there is no terminal', () => {
  it('prints plain lines', () => {
    expect(printed(false, false, reportWork).split('\n')).toEqual([
      'build models',
      'fetch (8)',
      'fetch: 2/8',
      'fetch: 4/8',
      'fetch: 6/8',
      'fetch: 8/8',
      '  github: 2 bad rows in quarantine',
      'publish (100)',
      'publish: 30/100',
      '',
    ])
  })

  it('says how long the rest takes where the total came in parts', () => {
    const lines: string[] = []
    let now = 0
    const report = lineReporter(
      (line) => lines.push(line),
      () => now,
    )
    report.step('read back', 0)
    report.expect?.(3)
    report.expect?.(1)
    for (let day = 0; day < 4; day += 1) {
      now += 90_000
      report.tick()
    }
    expect(lines).toEqual([
      'read back',
      'read back: 1/4, about 5 minutes left',
      'read back: 2/4, about 3 minutes left',
      'read back: 3/4, about 2 minutes left',
      'read back: 4/4',
    ])
  })

  it('prints at most four lines for a step, and its end, however the ticks come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 50 }), (ticks) => {
        const total = ticks.reduce((sum, count) => sum + count, 0)
        const lines: string[] = []
        const report = lineReporter((line) => lines.push(line))
        report.step('fetch', total)
        for (const count of ticks) report.tick(count)
        expect(lines.length).toBeLessThanOrEqual(5)
        expect(lines.at(-1)).toBe(`fetch: ${total}/${total}`)
      }),
    )
  })

  it('lets no text of a stranger break out of its line', () => {
    const text = printed(false, false, (report) => report.note('bad\u001b[2Jname\nassay: done\u202e'))
    expect(text).toBe('  bad[2Jname assay: done\n')
  })
})

describe('on a terminal', () => {
  it('shows a bar while a step lasts and leaves plain lines', () => {
    const text = printed(true, false, reportWork)
    expect(text).toContain('░ 0/8')
    const left = text
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 1).replace('[2K', ''))
    expect(left).toEqual([
      'build models',
      expect.stringMatching(/github: 2 bad rows in quarantine$/),
      'fetch: 8/8',
      'publish: 30/100',
      '',
    ])
  })
})

describe('when quiet', () => {
  it.each([true, false])('prints nothing (on a terminal: %s)', (isTTY) => {
    expect(printed(isTTY, true, reportWork)).toBe('')
  })
})
