import { CATEGORIES } from '../../../core/domain/category.ts'
import type { SearchEntry } from '../../../core/search/entry.ts'
import { between, type Random } from '../../../sample/prng.ts'

const VOCABULARY = 40_000
const SYLLABLES = 'ba co du el fi ga ho in jo ka lu me no or pa qui ra se ta un ve wi xa yo zu'.split(' ')
/** Words that names of agents are full of, from the most to the less frequent. */
const FREQUENT = 'agent mcp server ai bot trading weather data github search tool base assistant'.split(' ')
const HAN = [...'天気予報士市場分析助手翻訳検索交易機器人代理智能']

/** A word by how often it is used: the first are as frequent as in real names, the rest are made of syllables. */
function syllableWord(rank: number): string {
  const frequent = FREQUENT[rank]
  if (frequent !== undefined) return frequent
  let [word, rest] = ['', rank]
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return word
}

/** A rank by Zipf's law with the exponent 1. */
const wordBy = (random: Random): string => syllableWord(Math.floor(VOCABULARY ** random()) - 1)

const titled = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** Names as agents bear them: of words, in one word, of a registry, of a mass registration, and in Chinese. */
function nameBy(random: Random, nth: number): string {
  const words = Array.from({ length: between(random, 2, 4) }, () => wordBy(random))
  const kind = random()
  if (kind < 0.45) return words.map(titled).join(' ')
  if (kind < 0.55) return words.map(titled).join('')
  if (kind < 0.85) return `io.github.${wordBy(random)}${between(random, 1, 99)}/${words.join('-')}`
  if (kind < 0.95) return `Autonomous ${titled(wordBy(random))} Agent #${nth}`
  return Array.from({ length: between(random, 3, 9) }, () => HAN[between(random, 0, HAN.length - 1)]).join('')
}

/** As much of a wallet as is found. */
const wallet = (random: Random): string =>
  `0x${Array.from({ length: 12 }, () => between(random, 0, 15).toString(16)).join('')}`

/** Made-up agents in the order in which they are shown. */
export function* syntheticEntries(random: Random, count: number): Generator<SearchEntry> {
  for (let nth = 0; nth < count; nth += 1) {
    const owner = `${wordBy(random)}${between(random, 1, 99)}`
    const repository = random() < 0.5 ? `${owner}/${wordBy(random)}-${wordBy(random)}` : null
    yield {
      handle: `${wordBy(random)}-${wordBy(random)}-${nth.toString(36)}`,
      name: nameBy(random, nth),
      category: CATEGORIES[between(random, 0, CATEGORIES.length - 1)] as SearchEntry['category'],
      tier: nth < count / 20 ? 'evidence_ranked' : 'indexed',
      rank: nth < count / 20 ? nth + 1 : null,
      score: between(random, 0, 10_000) / 100,
      liveness: (['alive', 'not_alive', 'unknown'] as const)[between(random, 0, 2)] ?? 'unknown',
      flagged: random() < 0.03 ? 'flagged: copied registration' : null,
      repository,
      operators: [
        ...(random() < 0.4 ? [`api.${wordBy(random)}.example`] : []),
        ...(random() < 0.5 ? [wallet(random)] : []),
      ],
    }
  }
}

/** Yields texts as people type them: part of a word, words of a name, a whole name, a handle, an operator. */
export function* typedTexts(random: Random, entries: SearchEntry[], count: number): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) {
    const { name, handle, operators } = entries[between(random, 0, entries.length - 1)] as SearchEntry
    const words = name.split(/[\s/.-]+/)
    const word = words[between(random, 0, words.length - 1)] ?? name
    const texts = [
      word.slice(0, between(random, 1, 6)),
      word,
      `${words.at(-1)} ${words.at(0)}`,
      name,
      handle,
      operators[0] ?? handle,
    ]
    yield texts[nth % texts.length] as string
  }
}
