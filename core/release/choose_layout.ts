import type { Layout } from './manifest.ts'

/** Hosts of static files take 20,000 files for nothing; an agent has eight. */
const MAX_AGENTS_IN_FILES = 2_000

/** Returns the requested layout; for `auto`, files while any static host can hold them, else packs. */
export function chooseLayout(asked: Layout | 'auto', agents: number): Layout {
  if (asked !== 'auto') return asked
  return agents <= MAX_AGENTS_IN_FILES ? 'files' : 'packs'
}
