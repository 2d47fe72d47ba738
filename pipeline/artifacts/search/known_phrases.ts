import { PHRASE_MARK } from '../../../core/interface/find/index_format.ts'
import { stemWord } from '../../../core/interface/find/stem.ts'
import { indexWords } from '../../../core/interface/find/terms.ts'
import type { Vocabulary } from '../../../core/interface/find/vocabulary.ts'
import { QUERY } from '../../../core/interface/find/weights.ts'
import { splitWords } from '../../../core/interface/find/words.ts'
import type { Synonym } from './vocabulary.ts'

/** A phrase, or one of its synonyms: an agent that has all of the terms has the phrase, with a share of their impact. */
interface Wording {
  phrase: string
  terms: string[]
  share: number
}

/** The phrases with synonyms, each a term of the index. */
export class KnownPhrases {
  /** Wordings by their first term. */
  readonly #wordings: Map<string, Wording[]>

  constructor(synonyms: readonly Synonym[], vocabulary: Vocabulary) {
    const toWording = (text: string, phrase: string, share: number): Wording => ({
      ...{ phrase: PHRASE_MARK + splitWords(phrase).map(stemWord).join(' '), share },
      terms: indexWords(text, vocabulary).flatMap(({ terms }) => terms),
    })
    this.#wordings = Map.groupBy(
      synonyms.flatMap(({ phrase, means }) => [
        toWording(phrase, phrase, 1),
        toWording(means, phrase, QUERY.synonym),
      ]),
      ({ terms }) => terms[0] ?? '',
    )
  }

  /**
   * Returns the phrases that an agent has, with their impacts, from the impacts of its terms, which are numbers: `ids`
   * by their texts, `texts` by them.
   */
  find(
    impacts: ReadonlyMap<number, number>,
    ids: ReadonlyMap<string, number>,
    texts: readonly string[],
  ): Map<string, number> {
    const found = new Map<string, number>()
    for (const first of impacts.keys())
      for (const { phrase, terms, share } of this.#wordings.get(texts[first] as string) ?? []) {
        const having = terms.flatMap((term) => impacts.get(ids.get(term) ?? -1) ?? [])
        if (having.length < terms.length) continue
        const mean = having.reduce((sum, impact) => sum + impact, 0) / terms.length
        found.set(phrase, Math.max(found.get(phrase) ?? 0, Math.max(1, Math.round(share * mean))))
      }
    return found
  }
}
