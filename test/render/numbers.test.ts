import { describe, expect, it } from 'vitest'
import {
  byteSize,
  dayAndTime,
  formatAmount,
  formatSigned,
  points,
  scoreRange,
  thousands,
} from '../../core/pages/numbers.ts'

describe('numbers on pages', () => {
  it('separates thousands', () => {
    expect([0, 7, 999, 1000, 12345, 1234567].map(thousands)).toEqual([
      '0',
      '7',
      '999',
      '1,000',
      '12,345',
      '1,234,567',
    ])
    expect(thousands(-1234)).toBe('-1,234')
    expect(thousands(-123)).toBe('-123')
  })

  it('gives bytes in the largest unit', () => {
    const sizes = [0, 999, 1000, 1250, 999_949, 999_950, 1_234_567, 1e9, 5e15]
    expect(sizes.map(byteSize)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.3 kB',
      '999.9 kB',
      '1.0 MB',
      '1.2 MB',
      '1.0 GB',
      '5000.0 TB',
    ])
  })

  it('gives a score with its range in words', () => {
    expect(scoreRange(61.24, 54, 70.26)).toBe('61.2 (54.0 to 70.3)')
    expect(scoreRange(61.24, null, 70.26)).toBe('61.2 (range unknown)')
    expect(scoreRange(0, 0, 0)).toBe('0.0 (0.0 to 0.0)')
  })

  it('gives a measured number with the digits that count', () => {
    const shown = [0, 4, 100, 1200, 1234.5, 1234567.891, 0.00123456, 0.5, -0.25, -1234.5, 1.999].map(
      formatAmount,
    )
    expect(shown.join(' ')).toBe('0 4 100 1,200 1,234.5 1,234,567.89 0.00123 0.5 -0.25 -1,234.5 2')
  })

  it('gives points, differences with their sign, and times', () => {
    expect([points(8.3333), points(0), points(0.9)]).toEqual(['8.33', '0.00', '0.90'])
    expect([formatSigned(1.239), formatSigned(-0.4), formatSigned(0)]).toEqual(['+1.24', '-0.40', '+0.00'])
    expect(dayAndTime('2026-01-30T09:05:07Z')).toBe('2026-01-30 09:05 UTC')
  })

  it('never makes a number of what is unknown', () => {
    expect([thousands(null), byteSize(null), scoreRange(null, 1, 2)]).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ])
    for (const wrong of [Number.NaN, 1.5, Number.POSITIVE_INFINITY]) {
      expect(() => thousands(wrong)).toThrow('not a count')
      expect(() => byteSize(wrong)).toThrow('not a count')
    }
    for (const make of [points, formatSigned, formatAmount, (value: number) => scoreRange(value, 1, 2)])
      expect(() => make(Number.NaN)).toThrow('not a score')
    expect([points(null), formatAmount(null), dayAndTime(null)]).toEqual(['unknown', 'unknown', 'unknown'])
  })
})
