import { expect, test } from 'vitest'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { Router } from '../../serving/handler/router.ts'

const ANY = ENDPOINTS[0] as Endpoint
const PATHS = [
  '/',
  '/a',
  '/a',
  '/agents/{handle}',
  '/agents/{handle}.md',
  '/agents/all',
  '/{list}/{page}/x',
  '/og/{handle}.png',
  '/data/*',
  '/data/one/two',
]
const router = new Router(PATHS.map((path, nth) => ({ ...ANY, id: `${nth}`, path })))

/** The path above that matches a path, with its named parts. */
const matched = (path: string) =>
  router
    .match(path)
    .map(({ endpoint, path: names }) => [PATHS[Number(endpoint.id)], Object.fromEntries(names)])

test.each<[string, [string, Record<string, string>][]]>([
  ['/', [['/', {}]]],
  ['/a', [...Array(2).fill(['/a', {}])]],
  ['/b', []],
  ['/a/', []],
  ['/agents/alder', [['/agents/{handle}', { handle: 'alder' }]]],
  ['/agents/all', [['/agents/all', {}]]],
  ['/agents/alder.md', [['/agents/{handle}.md', { handle: 'alder' }]]],
  ['/agents/alder.md.md', [['/agents/{handle}.md', { handle: 'alder.md' }]]],
  ['/agents/.md', [['/agents/{handle}', { handle: '.md' }]]],
  ['/agents/alderxmd', [['/agents/{handle}', { handle: 'alderxmd' }]]],
  ['/agents/', []],
  ['/agents/a/b', []],
  ['/agents/a%20b%2Fc', [['/agents/{handle}', { handle: 'a b/c' }]]],
  ['/agents/%', [['/agents/{handle}', { handle: '%' }]]],
  ['/agents/%E0%A4%A.md', [['/agents/{handle}.md', { handle: '%E0%A4%A' }]]],
  ['/data/%2', [['/data/*', { '*': '%2' }]]],
  ['/agents/%2F', [['/agents/{handle}', { handle: '/' }]]],
  ['/rankings/2/x', [['/{list}/{page}/x', { list: 'rankings', page: '2' }]]],
  ['/rankings/2/y', []],
  ['/data', []],
  ['/data/', []],
  ['/data/one', [['/data/*', { '*': 'one' }]]],
  ['/data/one/two', [['/data/one/two', {}]]],
  ['/data/one/two/three', [['/data/*', { '*': 'one/two/three' }]]],
  ['/data//two', []],
  ['/other/one', []],
])('%s leads to %j', (path, expected) => {
  expect(matched(path)).toEqual(expected)
})

test.each([
  ['/a/', '/a'],
  ['//a', '/a'],
  ['/A', '/a'],
  ['///', '/'],
  ['/agents/Alder/', '/agents/Alder'],
  ['/Agents//a%2Fb.md', '/agents/a%2Fb.md'],
  ['/AGENTS/ALL/', '/agents/all'],
  ['/x//2/X/', '/x/2/x'],
  ['/data/', null],
  ['/DATA/One//Three/', '/data/One/Three'],
  ['/b/', null],
  ['/agents/a/b/', null],
  ['//elsewhere.example/', null],
  ['//elsewhere.example//b/x/', '/elsewhere.example/b/x'],
  ['/agents/alder/none.MD', null],
  ['/og/alder.PNG', null],
  ['//og/alder.png', '/og/alder.png'],
])('what was meant by %s is %s', (path, meant) => {
  expect(router.findCanonicalPath(path)).toBe(meant)
})

test('a table without open paths has none', () => {
  const closed = new Router([{ ...ANY, path: '/agents/{handle}' }])
  expect(closed.match('/agents/alder')).toHaveLength(1)
  expect(closed.match('/data/one/two')).toEqual([])
})

test('of patterns for one path all are given, the open ones last', () => {
  expect(matched('/data/1/x')).toEqual([
    ['/{list}/{page}/x', { list: 'data', page: '1' }],
    ['/data/*', { '*': '1/x' }],
  ])
})
