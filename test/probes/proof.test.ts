import { expect, test } from 'vitest'
import proof from '../../pipeline/probes/protocols/proof.ts'
import { emptyPage, from, html, json, serveSite, target, text } from './fake_site.ts'

const URL = 'https://agent.example/.well-known/agent-registration.json'
const REGISTRY = 'eip155:8453:0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const LIST = { registrations: [{ agentId: 7, agentRegistry: REGISTRY }] }
const probe = (answer: () => Response) =>
  proof.probe(target('proof', URL), serveSite({ [`GET ${URL}`]: answer }).fetch)

test('a list of registrations answers, whatever its type, and is kept with exact ids', async () => {
  const body = JSON.stringify(LIST).replace('7', '90071992547409931')
  const result = await probe(() => text(body, 200, 'text/plain'))
  expect(result).toMatchObject({ outcome: 'answers', status: 200, finalUrl: URL })
  expect(result.details).toEqual({
    registrations: [{ agent_id: '90071992547409931', registry: REGISTRY }],
  })
})

test.each([
  ['a file without a list', () => json({ name: 'agent', registrations: {} }), 'wrong_protocol'],
  ['a page', emptyPage, 'wrong_protocol'],
  ['a list cut off', () => text(JSON.stringify(LIST).slice(0, -3)), 'malformed'],
  ['a list under 404', () => json(LIST, 404), 'not_found'],
  ['a refusal', () => html('Forbidden', 403), 'gated'],
  ['a page of a registrar', () => html('<p>This domain may be for sale.</p>'), 'parked'],
  ['a list of another host', () => from('https://other.example/', json(LIST)), 'wrong_protocol'],
])('%s is none', async (_name, answer, outcome) => {
  expect(await probe(answer)).toMatchObject({ outcome, details: null })
})
