import { describe, expect, it, test } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { chains, type IndexedChain } from '../../pipeline/catalog/chains.ts'
import { realCatalog } from '../../pipeline/catalog/load.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { type ChainPart, findAnswer, RECORDED_SOURCES, readRecordings } from './recordings.ts'

const SOURCES = { erc8004_identity: identity, x402_payments: payments }
const RECORDINGS = readRecordings()
const parts = RECORDINGS.flatMap((recording) =>
  RECORDED_SOURCES.flatMap((name) => {
    const part = recording[name]
    return part ? [{ chain: recording.chain, name, part }] : []
  }),
)

const BROKEN: [string, Reply][] = [
  ['404', { status: 404, body: { error: { code: 'unknown_dataset' } } }],
  ['500', { status: 500, body: 'Internal Server Error' }],
  ['a page of HTML', { body: '<!DOCTYPE html>' }],
  ['an empty body', { body: '' }],
  ['{}', { body: {} }],
]

/** Reads a recording as the catalogue says, which knows this chain alone. */
function read(chain: string, name: keyof typeof SOURCES, { answers, earlier_blocks = [] }: ChainPart) {
  const http = fakeHttp((url, options) => findAnswer(answers, url, options))
  const catalog = { ...realCatalog, chains: chains.filter(({ id }) => id === chain) }
  return fetchAll(SOURCES[name], http, { catalog, earlierBlocks: earlier_blocks })
}

const uses = ({ id, erc8004, x402 }: IndexedChain) => [
  ...(erc8004 ? [`${id} erc8004_identity`] : []),
  ...(x402 ? [`${id} x402_payments`] : []),
]

test('every use of a chain of the catalogue has a recording, and none besides', () => {
  expect(parts.map(({ chain, name }) => `${chain} ${name}`).sort()).toEqual(chains.flatMap(uses).sort())
})

test('a recording that was made by hand says so', () => {
  for (const { note, is_made_by_hand } of RECORDINGS)
    expect(note.startsWith('Made by hand, in the shape that the portal')).toBe(is_made_by_hand)
})

describe.each(parts)('$chain, read by $name', ({ chain, name, part }) => {
  const source = SOURCES[name]

  it('has the rows of its recording, from the addresses that the catalogue names', async () => {
    const fetched = await read(chain, name, part)
    expect(selectRows(fetched)).toEqual(part.rows)
    expect(fetched.coverage).toMatchObject({ blocks: [{ chain }], left_out: null })
    for (const row of selectRows(fetched)) expect(source.strictRow.safeParse(row).success).toBe(true)
  })

  it('gives good rows or a named error whatever one reply becomes', async () => {
    for (const [i, { url, asks }] of part.answers.entries())
      for (const [what, reply] of BROKEN) {
        const answers = part.answers.with(i, { url, asks, ...reply })
        const result = await read(chain, name, { ...part, answers }).catch((thrown: unknown) => thrown)
        if (result instanceof UpstreamDown || result instanceof UpstreamChanged)
          expect(part.answers.map((answer) => answer.url)).toContain(result.address.replace(/\?.*/, ''))
        else
          for (const row of selectRows(result as Awaited<ReturnType<typeof read>>))
            expect(part.rows, `${what} from ${url}`).toContainEqual(row)
      }
  })
})
