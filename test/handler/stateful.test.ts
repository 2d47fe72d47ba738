import { expect, test } from 'vitest'
import { attestedHandle, metric } from '../../core/interface/parameters.ts'
import { singleReply } from '../../core/interface/reply.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import type { StatefulCall } from '../../serving/handler/stateful_handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { emptyOutput, publish } from './published.ts'

/** A handler over a small release, and the calls that it passes on to the service. */
function withService() {
  const output = emptyOutput()
  const id = publish(output, '2026-01-01')
  const log = (error: unknown) => {
    throw error
  }
  const calls: StatefulCall[] = []
  const stateful = {
    reply: async (call: StatefulCall) => {
      calls.push(call)
      return singleReply(202, null, call.release.id, {})
    },
  }
  const { current } = followRelease({ output, now: () => 0, log })
  const now = () => new Date('2026-01-02T23:00:00Z')
  return { id, calls, handler: createHandler({ current, now, stateful, log }) }
}

test('what keeps state or takes money is answered by the service, which is given all of the call', async () => {
  const { id, calls, handler } = withService()
  const url = 'http://localhost/api/oracle/attest?metric=ghost_index'
  const response = await handler.answer(new Request(url, { headers: { 'x-api-key': 'k' } }))
  expect([response.status, response.headers.get('x-release')]).toEqual([202, id])
  const [call] = calls as [StatefulCall]
  expect([call.endpoint.id, call.target.href, call.release.id, call.today]).toEqual([
    'attestation',
    url,
    id,
    '2026-01-02',
  ])
  expect(call.http.header('X-API-Key')).toBe('k')
  const { values, endpoint, release, today, body } = call.prepare()
  expect([values.get(metric), values.get(attestedHandle)]).toEqual(['ghost_index', undefined])
  expect([endpoint, release, today, body]).toEqual([call.endpoint, call.release, '2026-01-02', undefined])
})

test('what a caller of the service wrote is checked when the service asks for it', async () => {
  const { calls, handler } = withService()
  await handler.answer(new Request('http://localhost/api/oracle/attest?metric=price'))
  expect(() => calls[0]?.prepare()).toThrow('metric must be one of liveness, tier, ghost_index, given once.')
})

test('a browser that asks first is answered before anything is published', async () => {
  const log = () => undefined
  const handler = createHandler({ current: async () => null, now: () => new Date(0), log })
  const response = await handler.answer(new Request('http://localhost/', { method: 'OPTIONS' }))
  expect([response.status, response.headers.get('x-release')]).toEqual([204, 'none'])
})
