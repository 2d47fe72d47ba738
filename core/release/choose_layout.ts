import type { Layout } from './manifest.ts'

/** Hosts of static files take 20,000 files for nothing; an agent has eight. */
const MAX_AGENTS_IN_FILES = 2_000

/** Returns the requested layout; for `auto`, files while any static host can hold them, else packs. */
export function chooseLayout(requested: Layout | 'auto', agents: number): Layout {
  if (requested !== 'auto') return requested
  return agents <= MAX_AGENTS_IN_FILES ? 'files' : 'packs'
}
