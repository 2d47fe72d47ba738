import { describe, expect, it } from 'vitest'
import { byteSize, scoreRange, thousands } from '../../pipeline/render/numbers.ts'

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
    expect(() => scoreRange(Number.NaN, 1, 2)).toThrow('not a score')
  })
})
