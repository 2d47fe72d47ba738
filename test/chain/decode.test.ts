import fc from 'fast-check'
import { type AbiEvent, decodeEventLog, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { createLogDecoder } from '../../pipeline/chain/decode.ts'
import { IDENTITY_EVENTS, REPUTATION_EVENTS } from '../../pipeline/chain/registry_query.ts'

const abi = [...IDENTITY_EVENTS, ...REPUTATION_EVENTS]
const decode = createLogDecoder(abi)

/** Generates values of a parameter, as its type allows. */
function generateValues(type: string): fc.Arbitrary<unknown> {
  const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex)
  if (type === 'address') return hex(20)
  if (type === 'bytes32') return hex(32)
  if (type === 'bytes') return fc.uint8Array({ maxLength: 80 }).map(toHex)
  if (type === 'string') return fc.string({ unit: 'binary', maxLength: 80 })
  const bits = BigInt(type.replace(/\D/g, ''))
  if (type.startsWith('int')) return fc.bigInt(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n)
  return bits > 48n ? fc.bigInt(0n, 2n ** bits - 1n) : fc.integer({ min: 0, max: 2 ** Number(bits) - 1 })
}

const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

const logs = fc.constantFrom(...(abi as readonly AbiEvent[])).chain((event) =>
  fc.tuple(...event.inputs.map(({ type }) => generateValues(type))).map((values) => {
    const args = Object.fromEntries(event.inputs.map(({ name }, at) => [name, values[at]]))
    const plain = event.inputs.filter(({ indexed }) => !indexed)
    return {
      topics: encodeEventTopics({ abi: [event], args }) as [Hex, ...Hex[]],
      data: encodeAbiParameters(
        plain,
        plain.map(({ name }) => args[name ?? '']),
      ),
    }
  }),
)

/** The event as the library decodes it, its accounts in small letters; null where it refuses the log. */
function decodeByLibrary(log: { topics: [Hex, ...Hex[]]; data: Hex }): unknown {
  try {
    const { eventName, args } = decodeEventLog({ abi, ...log })
    const isAccount = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
    const inSmall = Object.entries(args ?? {}).map(([name, value]) => [
      name,
      isAccount(value) ? String(value).toLowerCase() : value,
    ])
    return { eventName, args: Object.fromEntries(inSmall) }
  } catch {
    return null
  }
}

test('each event of the registries is decoded as the library does it', () => {
  fc.assert(
    fc.property(logs, (log) => {
      expect(decode(log)).toEqual(decodeByLibrary(log))
    }),
  )
})

test('so is a log that lost a topic or the end of its data', () => {
  const cut = fc.tuple(logs, fc.nat(3), fc.nat(64)).map(([{ topics, data }, lost, bytes]) => ({
    topics: topics.slice(0, Math.max(1, topics.length - lost)) as [Hex, ...Hex[]],
    data: data.slice(0, Math.max(2, data.length - 2 * bytes)) as Hex,
  }))
  fc.assert(
    fc.property(cut, (log) => {
      expect(decode(log)).toEqual(decodeByLibrary(log))
    }),
  )
})

test.each([
  ['no log', null],
  ['no topics', { data: '0x' }],
  ['an event of another contract', { topics: [`0x${'1'.repeat(64)}`], data: '0x' }],
  [
    'a topic that is no word',
    { topics: [encodeEventTopics({ abi, eventName: 'Transfer' })[0], '0x1', '0x2', '0x3'], data: '0x' },
  ],
  ['no data', { topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { tokenId: 1n } }) }],
])('%s is null', (_, log) => {
  expect(decode(log)).toBeNull()
})
