import { expect, it } from 'vitest'
import { createLookup } from '../../pipeline/http/guard/names.ts'
import { NotObservedError } from '../../pipeline/http/guard/transport.ts'
import { type NameAnswer, testNameServer } from './name_server.ts'

const SILENT: NameAnswer = { isSilent: true }

/** A lookup at a name server with these answers for A and for AAAA. */
async function lookup(v4: NameAnswer, v6: NameAnswer = {}, timeoutMs = 400) {
  const server = await testNameServer((_, kind) => (kind === 'A' ? v4 : v6))
  return { server, resolve: createLookup({ servers: [server.address], timeoutMs }) }
}

it('gives every address of both kinds, so that a private one among them shows', async () => {
  const { server, resolve } = await lookup({ ips: ['9.9.9.9', '10.0.0.1'] }, { ips: ['2620:fe::fe', '::1'] })
  expect(await resolve('agent.example')).toEqual(['9.9.9.9', '10.0.0.1', '2620:fe::fe', '::1'])
  expect(server.asked.toSorted()).toEqual(['A agent.example', 'AAAA agent.example'])
})

it.each<[string, NameAnswer, NameAnswer, string[]]>([
  ['only addresses of version 4', { ips: ['9.9.9.9'] }, {}, ['9.9.9.9']],
  ['only addresses of version 6', {}, { ips: ['2620:fe::fe'] }, ['2620:fe::fe']],
  ['no answer at all for version 6', { ips: ['9.9.9.9'] }, SILENT, ['9.9.9.9']],
])('a name with %s stands for them', async (_, v4, v6, ips) => {
  const { resolve } = await lookup(v4, v6)
  expect(await resolve('agent.example')).toEqual(ips)
})

it.each<[string, NameAnswer, NameAnswer, string]>([
  ['that does not exist', { code: 3 }, { code: 3 }, 'ENOTFOUND'],
  ['without addresses', {}, {}, 'ENOTFOUND'],
  ['whose servers fail', { code: 2 }, { code: 2 }, 'ESERVFAIL'],
])('a name %s says so', async (_, v4, v6, code) => {
  const { resolve } = await lookup(v4, v6)
  await expect(resolve('agent.example')).rejects.toMatchObject({ code })
})

it.each<[string, NameAnswer, NameAnswer]>([
  ['nobody answers', SILENT, SILENT],
  ['nobody says whether it has addresses of version 4', SILENT, { ips: ['2620:fe::fe'] }],
  ['nobody says whether it has any of version 6, and it has none of version 4', {}, SILENT],
  ['the name server is too busy to answer', { code: 5 }, { code: 5 }],
  ['the answer comes too late', { ips: ['9.9.9.9'], afterMs: 1_500 }, {}],
])('a name is not observed when %s, and soon', async (_, v4, v6) => {
  const { resolve } = await lookup(v4, v6)
  const begun = performance.now()
  const error = await resolve('agent.example').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NotObservedError)
  expect(String(error)).toMatch(/no name server answered for agent\.example in time \(E[A-Z]+\)/)
  expect(performance.now() - begun).toBeLessThan(1_400)
})

it('neither /etc/hosts nor a search domain has a say', async () => {
  const { server, resolve } = await lookup({ code: 3 }, { code: 3 })
  await expect(resolve('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(server.asked.every((question) => question.endsWith(' localhost'))).toBe(true)
})
