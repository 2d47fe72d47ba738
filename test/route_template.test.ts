import { expect, test } from 'vitest'
import { isRouteTemplate } from '../core/domain/route_template.ts'
import { measureCpu } from './kit/cpu_time.ts'
import { buildFrom } from './model/sql_harness.ts'

const SHOP = 'https://shop.sample.example'

const TEMPLATES = [
  ...[
    '/v1/firm/:number',
    '/:tenant/mcp',
    '/:id.json',
    '/:from-:to',
    '/:id(\\d+)',
    '/:id?',
    '/:path*',
    '/%3Aid',
  ],
  ...[
    '/{id}',
    '/%7Bid%7D/profile',
    '/%257Bid%257D',
    '/{{id}}',
    `/$\{id}`,
    '/{ id }',
    '/{id:int}',
    '/{path*}',
    '/{}',
  ],
  ...['/search{?q,page}', '/{+path}', '/{0}', '/models/{model}:predict', '/v{version}/x', '/{userId}{/more}'],
  ...['/price/[symbol]', '/[...slug]', '/[[...slug]]', '/x/%5Bid%5D', '/[id].json'],
  ...['/<id>', '/%3Cid%3E', '/<int:id>/x', '/*', '/files/**', '/files/*path', '/#/agents/:id'],
  ...[
    '?city={city}',
    '?city=%7Bcity%7D',
    '?a=1&city=:city',
    '?id=[id]',
    '?id=<id>',
    '?at={lat},{lon}',
    '?q=%s',
  ],
  ...['?{query}', '?date={date}T00:00'],
].map((rest) => (rest.startsWith('?') ? `${SHOP}/x${rest}` : `${SHOP}${rest}`))

const TEMPLATE_HOSTS = [
  ...[
    'https://{tenant}.sample.example/mcp',
    'https://%7Btenant%7D.sample.example/',
    'https://<region>.sample.example/',
  ],
  ...['https://[tenant].sample.example/', 'https://*.sample.example/', 'https://sample.example:{port}/x'],
  ...[
    'https://sample.example:PORT/x',
    'https://:tenant.sample.example/',
    'https://api.{region}.sample.example/x',
  ],
]

const ADDRESSES = [
  ...[
    '',
    '/',
    ':8443/x',
    ':443',
    '//x',
    '/~user',
    '/@user',
    '/a%20b',
    '/100%25',
    '/:80/x',
    '/(group)/x',
    '/a*b',
  ],
  // A colon inside a segment is part of a name.
  ...[
    '/v1/models/gpt:free',
    '/urn:isbn:0451450523',
    '/did:web:x.example',
    '/eip155:8453/0xabc',
    '/x:predict',
  ],
  ...['/$metadata', '/items[0]', '/ipfs/bafy:1', '/wiki/Special:Search', '/x#:~:text=foo'],
  // Valid queries: filters by brackets, JSON, GraphQL, every field, times and addresses.
  ...['/x?filter[status]=new&ids[]=1', '/x?page[size]=10', '/x?select=*', '/x?time=12:30', '/x?q=:smile:'],
  ...[
    '/x?q={"a":1}',
    '/x?q=%7B%22a%22%3A1%7D',
    '/x?r=%7B%22a%22%3A%7B%22b%22%3A1%7D%7D',
    '/x?s=%5B%22a%22%5D',
  ],
  ...[
    '/graphql?query={__typename}',
    '/graphql?query=%7Bviewer%7Blogin%7D%7D',
    '/graphql?query={viewer{login}}',
  ],
  ...['/x?u=https://other.example:8080/', '/x?list=[1,2]', '/x?ts=2026-01-01T00:00:00Z', '/x?q=a<b'],
].map((rest) => `${SHOP}${rest}`)

const OTHER_ADDRESSES = [
  ...['https://[::1]/x', 'https://[2001:db8::abcd]:8443/x', 'https://[fe80::1%25eth0]/x'],
  ...[
    'https://user:pass@sample.example/x',
    'mailto:a@sample.example',
    'did:web:sample.example',
    'urn:isbn:1',
  ],
]

test.each([...TEMPLATES, ...TEMPLATE_HOSTS])('%s is a pattern to fill in', (address) => {
  expect(isRouteTemplate(address)).toBe(true)
})

test.each([...ADDRESSES, ...OTHER_ADDRESSES])('%s is an address', (address) => {
  expect(isRouteTemplate(address)).toBe(false)
})

test('SQL says the same of each', async () => {
  const written = [...TEMPLATES, ...TEMPLATE_HOSTS, ...ADDRESSES, ...OTHER_ADDRESSES]
  const given = { columns: { address: 'VARCHAR' }, rows: written.map((address) => ({ address })) }
  const db = await buildFrom({ written: given }, [])
  const rows = await db.rows<{ address: string }>(
    'select address from written where is_route_template(address)',
  )
  db.close()
  expect(rows.map(({ address }) => address).toSorted()).toEqual([...TEMPLATES, ...TEMPLATE_HOSTS].toSorted())
})

test.each(['{', '{a', '/:a-', '{?', '[a-', '<a ', '%7b', '/*', ':', '?a={a}x&'])(
  'an address of 2,000 characters that repeats %s is judged at once',
  async (part) => {
    const addresses = [`${SHOP}/`, 'https://'].map((start) => `${start}${part.repeat(2_000)}`.slice(0, 2_000))
    expect(await measureCpu(() => addresses.map(isRouteTemplate))).toBeLessThan(200)
  },
)
