import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { pagesHeaders } from '../../pipeline/artifacts/hosts/pages.ts'

const ID = '2026-01-01-0123456789ab'

/** The rules of a `_headers` file: pattern and the names of its headers. */
const rules = pagesHeaders(ID)
  .split('\n\n')
  .map((block) => block.trim().split('\n'))
  .map(([pattern = '', ...headers]) => ({ pattern, names: headers.map((line) => line.trim().split(':')[0]) }))

/** The names of headers after one more rule: `! name` removes one. */
const applied = (before: (string | undefined)[], { names }: (typeof rules)[number]) => {
  const back = new Set(names.flatMap((name) => (name?.startsWith('! ') ? [name.slice(2)] : [])))
  return [
    ...before.filter((name) => !back.has(name ?? '')),
    ...names.filter((name) => !name?.startsWith('! ')),
  ]
}

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`).test(
    path,
  )

test('_headers keeps to the limits of Pages: 100 rules, 2,000 characters a line', () => {
  expect(rules.length).toBeLessThanOrEqual(100)
  for (const line of pagesHeaders(ID).split('\n')) expect(line.length).toBeLessThan(2000)
})

test('every address has one rule for each header: two would be joined to one value', () => {
  const paths = ENDPOINTS.filter(({ method, file }) => method === 'GET' && file !== null).map(({ path }) =>
    path
      .replace('*', path.startsWith('/figures/') ? 'name.csv' : 'deep/er.parquet')
      .replaceAll(/\{\w+\}/g, 'some-agent'),
  )
  for (const path of [...paths, '/embed/some-agent.svg']) {
    const names = rules.filter(({ pattern }) => fits(pattern, path)).reduce(applied, [])
    expect(new Set(names).size, `${path}: ${names}`).toBe(names.length)
    expect(names, path).toEqual(expect.arrayContaining(['cache-control', 'content-type', 'x-release']))
  }
})
