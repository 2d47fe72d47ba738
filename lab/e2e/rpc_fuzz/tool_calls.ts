import { z } from 'zod'
import { LEGACY_TOOLS } from '../../../core/interface/legacy_tools.ts'
import { TOOLS, type Tool } from '../../../core/interface/tools.ts'
import type { Chance } from '../fuzz/chance.ts'
import { breakObject, hostileText, oddValue } from './odd_values.ts'
import type { MessageData } from './world.ts'

/** The keywords of a JSON Schema that describe the form of a value. */
interface Shape {
  type?: string
  enum?: readonly unknown[]
  anyOf?: Shape[]
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

const listShapes = (tools: readonly Tool[]): { name: string; shape: Shape }[] =>
  tools.map(({ name, arguments: schema }) => ({
    name,
    shape: z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as Shape,
  }))

const SHAPES = { mcp: listShapes(TOOLS), legacy: listShapes(LEGACY_TOOLS) }
const WORDS = [
  'agent',
  'weather',
  'translate documents',
  'payments',
  'sample',
  'a',
  'the of and',
  'café',
  '日本',
]
const UNKNOWN_TOOLS = ['', 'attest', 'get_agent', '__proto__', 'constructor', 'toString', 'GET_METHODOLOGY']

/** The parameters of a call that is right: a tool, and arguments that its schema takes. */
export function rightCall(
  door: 'mcp' | 'legacy',
  chance: Chance,
  world: MessageData,
): Record<string, unknown> {
  const { name, shape } = chance.pick(SHAPES[door])
  return { name, arguments: right('', shape, chance, world) }
}

/** The parameters of a call that is wrong or strange in a place, or in several. */
export function oddCall(door: 'mcp' | 'legacy', chance: Chance, world: MessageData): unknown {
  const call = rightCall(door, chance, world)
  const given = call.arguments as Record<string, unknown>
  return chance.pick<() => unknown>([
    () => ({ ...call, arguments: breakObject(given, chance) }),
    () => ({ ...call, arguments: breakObject(given, chance) }),
    () => ({ ...call, arguments: allOdd(given, chance) }),
    () => ({ ...call, arguments: { ...given, handle: invalidHandle(chance, world) } }),
    () => ({ ...call, arguments: { ...given, ...invalidNumbers(chance) } }),
    () => ({ ...call, arguments: { ...given, filters: oddFilters(chance) } }),
    () => ({ ...call, arguments: oddValue(chance) }),
    () => ({ ...call, name: chance.percent(50) ? chance.pick(UNKNOWN_TOOLS) : oddValue(chance) }),
    () => ({ name: call.name }),
    () => breakObject(call, chance),
    () => oddValue(chance),
  ])()
}

const allOdd = (given: Record<string, unknown>, chance: Chance) =>
  Object.fromEntries(Object.keys(given).map((name) => [name, oddValue(chance)]))

const NUMBERS = [0, -1, 1.5, 1e308, 99_999_999_999, '7', ' 7 ', '1e1', '', true, [3]]

const invalidNumbers = (chance: Chance) => ({ limit: chance.pick(NUMBERS), days: chance.pick(NUMBERS) })

const oddFilters = (chance: Chance) => ({
  primary_category: chance.percent(50) ? 'Service' : oddValue(chance),
  limit: chance.pick(NUMBERS),
  [hostileText(chance)]: oddValue(chance),
})

function invalidHandle(chance: Chance, { handles }: MessageData): unknown {
  const known = chance.pick(handles)
  return chance.pick([
    known.toUpperCase(),
    ` ${known} `,
    known.slice(0, -1),
    `${known}\u0000`,
    `${known}/../${known}`,
    encodeURIComponent(`${known}/x`),
    known.replace(/[a-z]/, 'а'),
    'x'.repeat(64),
    hostileText(chance),
  ])
}

/** A value that a shape takes. */
function right(name: string, shape: Shape, chance: Chance, world: MessageData): unknown {
  const { anyOf, items, minimum = 1, maximum = 100, minItems = 0, maxItems = 3 } = shape
  if (anyOf !== undefined) return right(name, chance.pick(anyOf), chance, world)
  if (shape.enum !== undefined) return chance.pick(shape.enum)
  switch (shape.type) {
    case 'object':
      return rightObject(shape, chance, world)
    case 'array':
      return Array.from({ length: minItems + chance.below(maxItems - minItems + 1) }, () =>
        right(name, items ?? {}, chance, world),
      )
    case 'integer':
      return minimum + chance.below(maximum - minimum + 1)
    case 'boolean':
      return chance.percent(50)
    default:
      return rightText(name, shape, chance, world)
  }
}

const rightObject = ({ properties = {}, required = [] }: Shape, chance: Chance, world: MessageData) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || chance.percent(50))
      .map(([name, shape]) => [name, right(name, shape, chance, world)]),
  )

function rightText(name: string, { format }: Shape, chance: Chance, { handles }: MessageData): string {
  if (format === 'date') return `2026-0${1 + chance.below(9)}-1${chance.below(10)}`
  if (name.startsWith('handle')) return chance.pick(handles)
  return chance.pick(WORDS)
}
