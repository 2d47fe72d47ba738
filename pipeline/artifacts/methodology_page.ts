import type { z } from 'zod'
import type { methodology as schema } from '../../interface/schemas/methodology.ts'
import type { Methodology } from '../methodology.ts'
import type { Artifact } from '../release/artifact.ts'
import { methodologyArtifact } from './methodology.ts'
import { htmlPage, pageBase } from './page_parts.ts'
import type { Site } from './site.ts'

/** `/methodology/{category}`: what the JSON resource says, in words and tables. */
export function methodologyPage(methodology: Methodology, site: Site): Artifact {
  const { category } = methodology
  // Read back from the resource itself, so that the page cannot say anything else.
  const said = JSON.parse(String(methodologyArtifact(methodology, site).body)) as z.infer<typeof schema>
  const body = site.pages.methodology({
    ...pageBase(site, `How ${said.name} are scored: Assay`, `/methodology/${category}`),
    limitations: said.limitations,
    name: said.name,
    methodology_version: said.methodology_version,
    description: said.description,
    json_url: `/api/methodology/${category}/llm-summary`,
    ranking_url: `/rankings/${category}`,
    signals: said.signals,
    score: said.score,
    evidence_ready_rule: said.evidence_ready_rule,
    changelog: said.changelog,
  })
  return htmlPage(`methodology/${category}.html`, body)
}
