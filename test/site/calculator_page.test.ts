import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { pageBundle } from '../../pipeline/artifacts/hosts/bundle.ts'

const FORMULA = { category: 'service', core: 'mean', parts: [], signals: [] }

/** The sentence above the calculator as the script leaves it, opened with a query. */
async function openCalculator(query: string): Promise<string> {
  const { document } =
    parseHTML(`<body><section id="calculator" data-category="service" data-methodology="/m" data-agent="middle">
    <p id="sentence"><span id="shown-before">The middle one of the 9 ranked agents,</span> <a id="shown-agent" href="/agents/middle">middle</a><span
    id="shown-after"> at rank 5</span>, and its points.</p><p id="said"></p></section></body>`)
  const answer = (address: string) =>
    Response.json(address === '/m' ? FORMULA : { scores_by_category: { service: { signals: [] } } })
  const run = new Function(
    'document',
    'location',
    'fetch',
    `return (async () => {${await pageBundle('site/calculator.ts')}})()`,
  )
  await run(document, { search: query }, async (address: string) => answer(address))
  return document.getElementById('sentence')?.textContent ?? ''
}

test('the sentence is of the agent that is asked for, and calls it neither the middle one nor by its rank', async () => {
  expect(await openCalculator('')).toContain('The middle one of the 9 ranked agents, middle at rank 5,')
  expect(await openCalculator('?agent=tide-desk')).toBe('The agent tide-desk, and its points.')
})
