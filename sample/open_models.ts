import { daysBetween } from '../core/domain/dates.ts'
import { toTime } from './days.ts'
import { FAMILIES } from './families.ts'
import { models } from './models.ts'
import { between, createRandom, hash32 } from './prng.ts'
import { growth } from './walk.ts'

/** A model with open weights, over the whole sample. */
export interface OpenModel {
  /** `sample-labs-01/sample-alder-2-wide` */
  id: string
  author: string
  createdAt: string
  task: string
  /** The base model, and the relation to it; null for one trained from scratch. */
  base: { id: string; relation: 'finetune' | 'quantized' | 'adapter' } | null
  /** By day index. */
  downloads: number[]
  likes: number[]
}

/** Minimum market price of a model with closed weights. */
const CLOSED_FROM = 600
const RELATIONS = ['finetune', 'quantized', 'adapter'] as const
const FAME = [20, 300, 4_000, 50_000]

const cache = new Map<number, OpenModel[]>()

/** All open models of a seed: those of the labs, and their derivatives. */
function openModels(seed: number): OpenModel[] {
  const all = cache.get(seed) ?? makeModels(seed)
  cache.set(seed, all)
  return all
}

function makeModels(seed: number): OpenModel[] {
  const own = models(seed)
    .filter(
      ({ slug, price }) =>
        price < CLOSED_FROM &&
        FAMILIES.some((family) => family.isCatalogued && slug.startsWith(`${family.id}-`)),
    )
    .map(({ slug, vendor, createdAt, kind }) => {
      const task = kind === 'language' ? 'text-generation' : `text-to-${kind}`
      return openModel(seed, `${vendor.id}/${slug}`, createdAt, task, null)
    })
  return [...own, ...own.flatMap((model) => derivatives(seed, model))]
}

/** Derivatives of a model, up to three each; the first of them while the sample runs. */
function derivatives(seed: number, { id, createdAt, task }: OpenModel): OpenModel[] {
  const random = createRandom(seed, 'derivatives', id)
  const born = daysBetween(toTime(0), createdAt)
  return Array.from({ length: between(random, 0, 3) }, (_, index) => {
    const relation = RELATIONS[(index + hash32(id)) % RELATIONS.length] as (typeof RELATIONS)[number]
    const name = `sample-tinkerer-${between(random, 1, 9)}/${id.split('/')[1]}-${relation}`
    const at = born + between(random, 2, 30)
    const late = Math.max(at, between(random, 0, 28) + random())
    return openModel(seed, name, toTime(index === 0 ? late : at), task, { id, relation })
  })
}

function openModel(
  seed: number,
  id: string,
  createdAt: string,
  task: string,
  base: OpenModel['base'],
): OpenModel {
  const random = createRandom(seed, 'open model', id)
  const fame = Math.floor((FAME[between(random, 0, base ? 1 : 3)] as number) * (0.5 + random()))
  return {
    ...{ id, author: id.split('/')[0] as string, createdAt, task, base },
    downloads: growth(random, fame, fame / 60),
    likes: growth(random, Math.floor(fame / 90), fame / 9000),
  }
}

/** The models that are published by the end of a day. */
export const selectOpenModels = (seed: number, day: number): OpenModel[] =>
  openModels(seed).filter(({ createdAt }) => Date.parse(createdAt) < Date.parse(toTime(day + 1)))
