import { expect, it } from 'vitest'
import {
  classifyBody,
  classifyError,
  classifyStatus,
  isLocalError,
  parseBodyJson,
} from '../../pipeline/http/guard/outcome.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'

const coded = (code: string, name = 'Error') => Object.assign(new Error('no'), { code, name })

it.each<[number, VisitOptions, string | null]>([
  [199, { expect: 'any' }, 'error'],
  [200, { expect: 'any' }, 'ok'],
  [200, { expect: 'json' }, null],
  [299, { expect: 'json' }, null],
  [300, { expect: 'json' }, 'error'],
  [402, { expect: 'json', alive: [402] }, 'ok'],
  [404, { expect: 'json', alive: [402] }, 'not_found'],
  [404, { expect: 'json', alive: [404] }, 'ok'],
  [410, { expect: 'any' }, 'not_found'],
  [401, { expect: 'any' }, 'auth_wall'],
  [403, { expect: 'any' }, 'auth_wall'],
])('a status of %i alone, as %j, says %s', (status, options, outcome) => {
  expect(classifyStatus(status, options)).toBe(outcome)
})

it.each<[string, string | null, string]>([
  ['null', 'text/html', 'ok'],
  ['x', 'Text/HTML; charset=utf-8', 'soft_404'],
  ['x', 'application/xhtml+xml', 'soft_404'],
  ['x', 'multipart/mixed; of=text/html', 'error'],
  ['x', null, 'error'],
  [' \n<!DOCTYPE \n html>', null, 'soft_404'],
  ['<!doctype html>', 'text/plain', 'soft_404'],
  ['<HTML lang="en">', null, 'soft_404'],
  ['<htmlx>', null, 'error'],
  ['see <html>', null, 'error'],
  [`${' '.repeat(195)}<html>`, null, 'soft_404'],
  [`${' '.repeat(196)}<html>`, null, 'error'],
])('the body %j of the type %j is %s', (body, type, outcome) => {
  expect(classifyBody(Buffer.from(body), type)).toBe(outcome)
})

it.each([
  ['ETIMEDOUT', 'timeout'],
  ['ESOCKETTIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ENOTFOUND', 'dns_dead'],
  ['ENODATA', 'dns_dead'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['EPROTO', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ECONNREFUSED', 'error'],
  ['', 'error'],
])('a failure with the code %j is %s, also where another error wraps it', (code, outcome) => {
  expect(classifyError(coded(code))).toBe(outcome)
  expect(classifyError(new TypeError('fetch failed', { cause: coded(code) }))).toBe(outcome)
})

it('a failure is identified by its name, and a thrown value that is no error is one too', () => {
  expect(classifyError(new DOMException('late', 'TimeoutError'))).toBe('timeout')
  expect(classifyError({ code: 'ENOTFOUND' })).toBe('dns_dead')
  for (const thrown of [null, undefined, 'x', new Error('x', { cause: 'ETIMEDOUT' })])
    expect(classifyError(thrown)).toBe('error')
})

it('what this machine has run out of is ours', () => {
  expect(['EMFILE', 'ENETUNREACH', 'EPERM'].map((code) => isLocalError(coded(code)))).toEqual([
    true,
    true,
    true,
  ])
  expect(isLocalError(new Error('x', { cause: coded('ENOMEM') }))).toBe(true)
  expect([coded('ECONNRESET'), coded(''), null].map(isLocalError)).toEqual([false, false, false])
})

it('what is no JSON is undefined, and null is JSON', () => {
  expect(parseBodyJson(Buffer.from('null'))).toBeNull()
  expect(parseBodyJson(Buffer.from(''))).toBeUndefined()
})
