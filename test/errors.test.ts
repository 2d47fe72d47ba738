import { expect, test } from 'vitest'
import {
  BadUsage,
  OperationalError,
  RunFailed,
  UpstreamChanged,
  UpstreamDown,
} from '../core/domain/errors.ts'

const cause = new Error('what was before')

test.each([
  [OperationalError, 'AssayError'],
  [RunFailed, 'RunFailed'],
  [BadUsage, 'BadUsage'],
] as const)('%s is told by its name, and keeps its cause', (Kind, name) => {
  const error = new Kind('It broke.', { cause })
  expect(String(error)).toBe(`${name}: It broke.`)
  expect(error).toBeInstanceOf(OperationalError)
  expect(error.cause).toBe(cause)
})

test.each([
  [UpstreamDown, 'UpstreamDown'],
  [UpstreamChanged, 'UpstreamChanged'],
] as const)('%s says which address it concerns', (Kind, name) => {
  const error = new Kind('https://a.example/', 'it is silent', { cause })
  expect(String(error)).toBe(`${name}: https://a.example/: it is silent`)
  expect(error).toBeInstanceOf(OperationalError)
  expect([error.address, error.cause]).toEqual(['https://a.example/', cause])
})
