import type { z } from 'zod'
import type { methodology as schema } from '../../../core/interface/schemas/methodology.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Methodology } from '../../methodology.ts'
import { isRestCategory } from '../category_ranking.ts'
import { methodologyArtifact } from '../methodology.ts'
import type { Site } from '../site.ts'
import { htmlPage, pageBase } from './parts.ts'

/** `/methodology/{category}`: what the JSON resource says, in words and tables. */
export function methodologyPage(methodology: Methodology, site: Site): Artifact {
  const { category } = methodology
  // Read back from the resource itself, so that the page cannot say anything else.
  const said = JSON.parse(String(methodologyArtifact(methodology, site).body)) as z.infer<typeof schema>
  const body = site.pages.fill('methodology', {
    ...pageBase(site, {
      title: `How ${said.name} are scored: Assay`,
      path: `/methodology/${category}`,
      description: `The methodology ${said.methodology_version} of Assay for ${said.name}: signals, weights, formulas, the rule for a rank, and limitations.`,
    }),
    limitations: said.limitations,
    name: said.name,
    methodology_version: said.methodology_version,
    about: said.description,
    json_url: isRestCategory(category) ? `/api/methodology/${category}/llm-summary` : null,
    ranking_url: `/rankings/${category}`,
    signals: said.signals.map((signal) => ({ ...signal, is_left_out: signal.prior === null })),
    score: `${said.score} ${said.rank}`,
    evidence_ready_rule: said.evidence_ready_rule,
    changelog: said.changelog,
  })
  return htmlPage(`methodology/${category}.html`, body)
}
