import { expect, test } from 'vitest'
import { type SampleHandler, sampleHandler } from '../../sample_handler.ts'
import { PHRASES, type Phrase } from './phrases.ts'

const SHOWN = 3

/** Minimum precision at 3, over all phrases and for each kind. */
const FLOORS = { all: 0.917, model: 0.9, language: 1, keyword: 0.9, nothing: 0.9 }

const fits = ({ agents }: Phrase, handle: string): boolean =>
  agents.some((agent) => handle === agent || handle.endsWith(`-${agent}`))

/** The agents of the sample's release, ranked or not. */
const listHandles = ({ release }: SampleHandler): string[] =>
  [...release.entries()].flatMap(({ key }) => key.match(/^private\/agents\/(.*)\.json$/)?.[1] ?? [])

/** The share of relevant rows, of the shown ones or of the expected ones if fewer are shown. */
async function precision(handler: SampleHandler, phrase: Phrase, handles: string[]): Promise<number> {
  const target = `/api/agents/find?q=${encodeURIComponent(phrase.q)}`
  const { candidates } = await handler.json<{ candidates: { handle: string }[] }>(target)
  const wanted = Math.min(SHOWN, handles.filter((handle) => fits(phrase, handle)).length)
  const rows = Math.max(candidates.length, wanted)
  return rows === 0 ? 1 : candidates.filter(({ handle }) => fits(phrase, handle)).length / rows
}

const mean = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

test('there are 60 phrases, and each names agents that the sample has', async () => {
  const handles = listHandles(await sampleHandler())
  const count = (kind: string) => PHRASES.filter((phrase) => phrase.kind === kind).length
  expect(['model', 'language', 'keyword', 'nothing'].map(count)).toEqual([20, 10, 20, 10])
  for (const phrase of PHRASES)
    for (const agent of phrase.agents)
      expect(
        handles.filter((handle) => fits({ ...phrase, agents: [agent] }, handle)),
        agent,
      ).not.toEqual([])
}, 120_000)

test('the first three fit what was asked for', async () => {
  const handler = await sampleHandler()
  const handles = listHandles(handler)
  const found: { kind: string; q: string; precision: number }[] = []
  for (const phrase of PHRASES)
    found.push({ ...phrase, precision: await precision(handler, phrase, handles) })
  const of = (kind: string) =>
    mean(found.filter((item) => kind === 'all' || item.kind === kind).map((item) => item.precision))
  const figures = Object.fromEntries(
    Object.keys(FLOORS).map((kind) => [kind, Math.round(of(kind) * 1000) / 1000]),
  )
  const worse = found
    .filter((item) => item.precision < 1)
    .map((item) => `${item.precision.toFixed(2)} ${item.q}`)
  for (const [kind, floor] of Object.entries(FLOORS))
    expect(figures[kind], `${kind}\n${JSON.stringify(figures)}\n${worse.join('\n')}`).toBeGreaterThanOrEqual(
      floor,
    )
}, 120_000)
