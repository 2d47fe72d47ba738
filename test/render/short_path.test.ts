import { expect, test } from 'vitest'
import { joinedPath, relativePath, type Shape } from '../../core/pages/draw/short_path.ts'

const shape = (name: string, numbers: Record<string, number>): Shape => ({
  name,
  number: (attribute) => numbers[attribute] ?? Number.NaN,
})

test('rectangles are one path, each from its upper left corner to the same edge', () => {
  const bars = [
    shape('rect', { x: 48.5, y: 84.59, width: 18.67, height: 163.41 }),
    shape('rect', { x: 68.17, y: 84.67, width: 18.67, height: 163.33 }),
    shape('rect', { x: 87.83, y: 73.19, width: 18.67, height: 174.81 }),
  ]
  expect(joinedPath(bars)).toBe(
    'M48.5 84.6h18.7V248h-18.7zm19.7 .1h18.7V248h-18.7zm19.6-11.5h18.7V248h-18.7z',
  )
})

test('lines are one path, and other shapes are left as they are', () => {
  const line = (x1: number, y: number, x2: number): Shape => shape('line', { x1, x2, y1: y, y2: y })
  expect(joinedPath([line(48, 84.59, 67.67), line(67.67, 87.63, 87.33)])).toBe('M48 84.6h19.7m0 3h19.6')
  expect(joinedPath([line(0, 1, 2), shape('circle', { cx: 1, cy: 1, r: 2.5 })])).toBeNull()
  expect(joinedPath([])).toBeNull()
})

test('each point of a path is relative to the one before it, and its errors do not add up', () => {
  expect(relativePath('M54.72,38.1L68.16,38.1L81.59,39.15ZM1,2L0.96,1.04')).toBe(
    'M54.7 38.1h13.5l13.4 1.1zM1 2l0-1',
  )
  const thirds = Array.from({ length: 301 }, (_, at) => `${at === 0 ? 'M' : 'L'}${at / 3},0`).join('')
  const steps = [...relativePath(thirds).matchAll(/h([\d.]+)/g)].map(([, by]) => Number(by))
  expect(steps.reduce((sum, by) => sum + by, 0)).toBeCloseTo(100, 9)
})

test('a path with curves is left as it is: nothing of a drawing is lost', () => {
  const curved = 'M0,0C1,2,3,4,5,6L7,8'
  expect(relativePath(curved)).toBe(curved)
})
