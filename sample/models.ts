import { NEVER, toTime } from './days.ts'
import { FAMILIES, type SampleFamily } from './families.ts'
import { between, choose, createRandom, type Random } from './prng.ts'

/** The first and the end day index of a state. */
export interface DaySpan {
  from: number
  until: number
}

/** A model of the sample. */
export interface ModelLife {
  /** Its name on the boards, and after the vendor on the market. */
  slug: string
  vendor: SampleFamily['vendor']
  kind: SampleFamily['kind']
  createdAt: string
  context: number
  /** Billionths of a dollar for each token read; each one written costs four times that. */
  price: number
  /** Points above or below the middle of a board. */
  strength: number
  offered: DaySpan | null
  compared: DaySpan | null
}

const SIZES = ['wide', 'plain', 'small']
const CONTEXTS = [8_192, 32_768, 65_536, 131_072, 262_144, 1_048_576] as const

/** All models: those of the families, and a few that no family of the catalogue claims. */
export function models(seed: number): ModelLife[] {
  return [...FAMILIES.flatMap((family) => familyModels(seed, family)), ...strays(seed)]
}

export const holds = (span: DaySpan | null, day: number): boolean =>
  span !== null && span.from <= day && day < span.until

/** The models of one family, the newest first; some of the newest appear and some of the oldest leave in the sample. */
function familyModels(seed: number, family: SampleFamily): ModelLife[] {
  const random = createRandom(seed, 'family', family.id)
  const count = between(random, 2, 6)
  const release = random() < 0.4 ? between(random, 2, 26) : null
  return Array.from({ length: count }, (_, index) => {
    const slug = `${family.id}-${Math.ceil((count - index) / 2)}-${SIZES[index % SIZES.length]}`
    const released = index === 0 && release !== null ? release : -between(random, 40, 120) * (index + 1)
    const until = index === count - 1 && count > 2 && random() < 0.3 ? between(random, 3, 26) : NEVER
    return modelLife(random, family, slug, released, until, count - index)
  })
}

function modelLife(
  random: Random,
  family: SampleFamily,
  slug: string,
  released: number,
  until: number,
  generation: number,
): ModelLife {
  const span = (start: number | null, after: number): DaySpan | null =>
    start === null ? null : { from: Math.max(start, released + after), until }
  return {
    slug,
    vendor: family.vendor,
    kind: family.kind,
    createdAt: toTime(released + random() / 2),
    context: choose(random, CONTEXTS),
    price: between(random, 2, 400) * 10,
    strength: between(random, -60, 60) + 12 * generation,
    offered: span(family.offered, 0),
    compared: random() < 0.8 || slug.endsWith('wide') ? span(family.compared, 2) : null,
  }
}

/** Models outside every family, and two whose names are an attack. */
function strays(seed: number): ModelLife[] {
  const random = createRandom(seed, 'strays')
  const vendor = { id: 'sample-passers-by', name: 'Sample Passers-by <i>&</i> Co' }
  const family: SampleFamily = {
    id: 'sample-stray',
    name: 'Sample Stray',
    vendor,
    isCatalogued: false,
    kind: 'language',
    compared: 0,
    offered: 0,
  }
  const slugs = [
    'sample-stray-1',
    'sample-stray-2',
    'sample-stray-3',
    'sample-larch-9-<img/src=x/onerror=alert(1)>',
  ]
  return slugs.map((slug) => modelLife(random, family, slug, -between(random, 30, 300), NEVER, 1))
}
