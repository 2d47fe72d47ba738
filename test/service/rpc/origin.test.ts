import { expect, test } from 'vitest'
import { isAllowedOrigin } from '../../../serving/service/rpc/origin.ts'

const BASE = 'https://assay.example/behind/a/path'
const CONSOLE = 'https://console.example:8443'

test.each<[string | null, boolean]>([
  [null, true],
  ['https://assay.example', true],
  [CONSOLE, true],
  ['http://localhost:6274', true],
  ['https://localhost', true],
  ['http://127.0.0.1:1', true],
  ['http://[::1]:8080', true],
  ['http://assay.example', false],
  ['https://assay.example:444', false],
  ['https://assay.example.evil.example', false],
  ['https://evil.example', false],
  ['https://console.example', false],
  ['http://localhost.evil.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost@evil.example', false],
  ['http://127.0.0.2', false],
  ['file://localhost', false],
  ['null', false],
  ['*', false],
  ['', false],
])('a page of %s', (origin, isAllowed) => {
  expect(isAllowedOrigin(origin, BASE, [CONSOLE])).toBe(isAllowed)
  expect(isAllowedOrigin(origin, BASE, '*')).toBe(true)
})
