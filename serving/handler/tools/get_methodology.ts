import type { ToolArguments } from '../../../core/interface/tools.ts'
import { methodologyPath } from '../../../core/release/paths.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { readResource } from '../resource.ts'
import type { ToolRun } from './tool.ts'

type Methodology = Resource<'methodology'>

/** The formula of a category, or of all five; with detail=full also each signal's reason and all versions. */
export const getMethodology: ToolRun<ToolArguments<'get_methodology'>> = async (
  { category, detail },
  call,
) => {
  const all =
    // Methodologies that REST does not serve are private files for the tools.
    (await call.release.json<Methodology>('private', methodologyPath(category))) ??
    (await readResource('methodology', { category }, call))
  return detail === 'full' ? all : inShort(all)
}

const inShort = (all: Methodology) => ({
  category: all.category,
  name: all.name,
  methodology_version: all.methodology_version,
  description: all.description,
  signals: all.signals.map(({ key, weight, formula }) => ({ key, weight, formula })),
  score: all.score,
  evidence_ready_rule: all.evidence_ready_rule,
  ...shortLimitations(all.limitations),
  more: 'detail=full: source, unit, bounds and rationale of every signal, the changelog, all limitations.',
})
