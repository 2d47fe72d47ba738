import type { Layout, ReleaseInputs } from '../../../core/release/manifest.ts'
import { readCodeVersion } from '../../../pipeline/run/code_version.ts'
import { BENCH_DAY } from './synthetic.ts'

/** The recorded inputs of a release of the synthetic index. */
export const releaseInputs = (counts: Record<string, number>, layout: Layout): ReleaseInputs => ({
  date: BENCH_DAY,
  world: 'sample',
  base_url: 'http://127.0.0.1:8787',
  code: readCodeVersion(),
  inputs: {},
  counts,
  layout,
})
