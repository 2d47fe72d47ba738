import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { isDue, requestEach } from '../../pipeline/source/schedule.ts'

const DAY_MS = 86_400_000
const dayAt = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10)
const from = { url: 'https://sample.example/', sha256: '0', retrievedAt: '2026-01-01T00:00:00.000Z' }

describe('the weekly turn', () => {
  it('comes once in any seven days for a name that is requested whenever it is due', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(5000), (name, start) => {
        const asked: number[] = []
        let last: string | null = null
        for (let i = start; i < start + 36; i++)
          if (isDue(name, last, dayAt(i))) {
            asked.push(i)
            last = dayAt(i)
          }
        const gaps = asked.slice(2).map((day, i) => day - (asked[i + 1] ?? 0))
        expect(asked[0]).toBe(start)
        expect((asked[1] ?? 0) - start).toBeLessThanOrEqual(7)
        expect(new Set(gaps)).toEqual(new Set([7]))
      }),
    )
  })

  it('spreads names over the days of a week', () => {
    const names = Array.from({ length: 700 }, (_, i) => `sample-${i}`)
    for (let day = 1; day <= 7; day++) {
      const due = names.filter((name) => isDue(name, dayAt(day - 1), dayAt(day))).length
      expect(due).toBeGreaterThan(60)
      expect(due).toBeLessThan(150)
    }
  })
})

describe('asking for each', () => {
  const createRequest = (bad: Record<number, Error>) => async (item: number) => {
    if (bad[item]) throw bad[item]
    return [{ from, row: { item } }]
  }
  const run = async (count: number, bad: Record<number, Error>) => {
    const rows: unknown[] = []
    const items = Array.from({ length: count }, (_, i) => i)
    for await (const { row } of requestEach(items, createRequest(bad))) rows.push(row.item)
    return rows
  }
  const down = new UpstreamDown('https://sample.example/', 'status 500')
  const alike = (items: number[]) => Object.fromEntries(items.map((item) => [item, down]))

  it('leaves out the one that fails, wherever it stands', async () => {
    expect(await run(10, { 0: down, 9: down })).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('keeps the answers before the upstream failed, and stops requesting', async () => {
    const outage = alike([8, 9, 10, 11, 12, 13, 14, 15])
    expect(await run(24, outage)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('is an outage when nothing was answered', async () => {
    await expect(run(9, alike([0, 1, 2, 3, 4, 5, 6, 7]))).rejects.toBe(down)
    expect(await run(0, {})).toEqual([])
  })

  it('passes on an answer of another form', async () => {
    const changed = new UpstreamChanged('https://sample.example/', 'it has no downloads')
    await expect(run(3, { 2: changed })).rejects.toBe(changed)
  })
})
