import { LABS } from './labs.ts'
import { TREES, toTitle } from './names.ts'

/** A family of models of the sample. */
export interface SampleFamily {
  /** Its id in the catalogue: `sample-alder`. */
  id: string
  name: string
  /** The developer: a lab's id and name, or an id that is not in the catalogue. */
  vendor: { id: string; name: string }
  isCatalogued: boolean
  kind: 'language' | 'image' | 'video'
  /** The day indexes from which it is compared on boards and offered on the market. */
  compared: number | null
  offered: number | null
}

const LOOSE = { id: 'sample-independent', name: 'Sample Independent' }
/** Families that are not present from the first day on, or never, or in one place only. */
const PRESENCE: Record<string, Partial<Pick<SampleFamily, 'compared' | 'offered' | 'kind'>>> = {
  osier: { offered: null },
  quince: { compared: 9 },
  rowan: { compared: 14 },
  spindle: { compared: 21 },
  spruce: { compared: null },
  tamarack: { kind: 'image', offered: null },
  walnut: { kind: 'image' },
  whitebeam: { kind: 'video', offered: null },
  yew: { compared: null, offered: null },
}

/** All families of the sample; the labs with high numbers have none, and three families belong to no lab. */
export const FAMILIES: SampleFamily[] = TREES.map((tree, index) => {
  const lab = index < TREES.length - 3 ? LABS[(index * 7) % 19] : undefined
  return {
    id: `sample-${tree}`,
    name: `Sample Family ${toTitle(tree)}`,
    vendor: lab ? { id: lab.id, name: lab.name } : LOOSE,
    isCatalogued: lab !== undefined,
    kind: 'language',
    compared: 0,
    offered: 0,
    ...PRESENCE[tree],
  }
})
