import { expect, test } from 'vitest'
import { AssayError, BadUsage, RunFailed, UpstreamChanged, UpstreamDown } from '../core/domain/errors.ts'

const cause = new Error('what was before')

test.each([
  [new AssayError('It broke.', { cause }), 'AssayError', 'It broke.'],
  [new RunFailed('It must not go on.', { cause }), 'RunFailed', 'It must not go on.'],
  [new BadUsage('Name a folder.', { cause }), 'BadUsage', 'Name a folder.'],
  [
    new UpstreamDown('https://a.example/', 'it is silent', { cause }),
    'UpstreamDown',
    'https://a.example/: it is silent',
  ],
  [
    new UpstreamChanged('https://a.example/', 'n is missing', { cause }),
    'UpstreamChanged',
    'https://a.example/: n is missing',
  ],
])('%s is told by its name, and keeps its cause', (error, name, message) => {
  expect(String(error)).toBe(`${name}: ${message}`)
  expect(error).toBeInstanceOf(AssayError)
  expect(error.cause).toBe(cause)
})

test('an error of an upstream keeps its address', () => {
  expect(new UpstreamDown('https://a.example/', 'x').address).toBe('https://a.example/')
  expect(new UpstreamChanged('https://b.example/', 'x').address).toBe('https://b.example/')
})
