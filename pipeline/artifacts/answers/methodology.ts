import type { z } from 'zod'
import { isRestCategory } from '../../../core/domain/category.ts'
import { SIGNALS, type SignalDefinition } from '../../../core/domain/signals.ts'
import type { LogEntry } from '../../../core/log/entries.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { methodologyPath } from '../../../core/release/paths.ts'
import { methodology as schema } from '../../../core/resources/methodology.schema.ts'
import { hashValue } from '../../log/entry_id.ts'
import { evidenceText, formula, type Methodology, RANK_TEXT, scoreText } from '../../model/methodology.ts'
import { jsonFile, type Site } from '../site.ts'

/** Yields the methodology of every category as a file. */
export function* methodologyArtifacts(site: Site): Generator<Artifact> {
  for (const methodology of site.methodologies) {
    const artifact = methodologyArtifact(methodology, site)
    yield artifact
    // For clients that recompute scores, where REST has no address for the category.
    if (artifact.side === 'private')
      yield {
        ...artifact,
        entries: [],
        path: `data/methodology/${methodology.category}.json`,
        side: 'public',
      }
  }
}

/** `/api/methodology/{category}/llm-summary`; for a category that REST does not serve, the same for the tools. */
export function methodologyArtifact(methodology: Methodology, site: Site): Artifact {
  const isRest = isRestCategory(methodology.category)
  const answer = schema.parse(toPublishedMethodology(methodology, site))
  const file = isRest
    ? jsonFile('public', `api/methodology/${methodology.category}/llm-summary`, answer)
    : jsonFile('private', methodologyPath(methodology.category), answer)
  return { ...file, entries: [logEntry(answer)] }
}

/** Without its limitations, which depend on the sources that a day could not read. */
const logEntry = ({ limitations, ...lasting }: z.output<typeof schema>): LogEntry => ({
  kind: 'methodology',
  subject: `methodology:${lasting.category}`,
  category: lasting.category,
  version: lasting.methodology_version,
  sha256: hashValue(lasting),
})

/**
 * If several sources read one thing, such as a feed each, their names begin with its name. A signal of more than one is
 * explained where all are listed.
 */
function findDocs(name: string, { sources, baseUrl }: Site): string {
  const named = sources.find((source) => source.name === name)
  return (
    (named ?? sources.find((source) => source.name.startsWith(`${name}_`)))?.docs ??
    `${baseUrl}/status#sources`
  )
}

function toPublishedMethodology(methodology: Methodology, site: Site): z.input<typeof schema> {
  return {
    type: 'methodology',
    category: methodology.category,
    name: methodology.name,
    methodology_version: methodology.version,
    description: methodology.description,
    parts: methodology.parts,
    core: methodology.core,
    signals: methodology.signals.map((signal) => {
      const { name, source, unit } = SIGNALS[signal.key] as SignalDefinition
      const { kind, floor, cap } = signal.transform
      return {
        key: signal.key,
        part: signal.part,
        name,
        source,
        source_docs: findDocs(source, site),
        unit,
        weight: signal.weight,
        transform: kind,
        floor,
        cap,
        half_life_days: signal.transform.kind === 'recency' ? signal.transform.half_life : null,
        prior: signal.prior,
        formula: formula(signal),
        why: signal.why,
      }
    }),
    score: scoreText(methodology),
    rank: RANK_TEXT,
    evidence_ready_rule: evidenceText(methodology),
    evidence_rule: methodology.evidence,
    changelog: methodology.changelog,
    limitations: [...site.limitations, ...methodology.limitations],
  }
}
