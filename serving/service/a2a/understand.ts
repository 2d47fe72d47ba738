import { clean } from '../../../core/domain/text.ts'
import type { Fields } from './skills/skill.ts'
import { SKILL_RUNS } from './skills.ts'
import type { Part } from './task.ts'

/** A skill, and what it is asked. */
export interface SkillRequest {
  skill: string
  fields: Fields
}

const LONGEST_TEXT = 300
const COURTESY = /^(?:(?:hi|hello|hey)[,.!]? |please,? |(?:can|could|would) you (?:please )?)+/i
const QUOTES = /["'`\u2018-\u201f]/g

/** A handle, or a name of a few words that may be near to one. */
const AGENT = String.raw`(?:the )?(?:agent )?@?(?<handle>[\w-]{1,64}(?: [\w-]{1,30}){0,3}?)`
const THAT = '(?:for|that can|who can|which can|to|able to)'
const METRIC = '(?<metric>liveness|tier)'
const DEAL = '(?:trust|pay|use|hire|rely on|deal with)'

/** Sentences that clearly name a skill; what it is asked stands in their groups, by the names of its fields. */
const SENTENCES: readonly [skill: string, sentence: string, more?: Fields][] = [
  // The id of a skill stands as it is, in words, or as one word.
  ['trust_eval', `trust[ _-]?eval(?:uate|uation)?:?(?: (?:of|for))? ${AGENT}`],
  ['trust_eval', `(?:can|could|should|may) (?:i|we) (?:safely )?${DEAL} ${AGENT}`],
  ['trust_eval', `is ${AGENT} (?:safe|trustworthy|reliable|legit|legitimate)(?: to ${DEAL})?`],
  ['trust_eval', `is it safe to ${DEAL} ${AGENT}`],
  ['trust_eval', `how (?:safe|trustworthy|reliable) is ${AGENT}`],
  ['trust_eval', `(?:evaluate|check|assess|verify)(?: the)?(?: trust of| trust in| counterparty)? ${AGENT}`],
  [
    'ghost_index',
    '(?:what is |show |show me |give me |get )?(?:the )?(?:current )?ghost[ _-]?index(?: now| today)?',
  ],
  [
    'ghost_index',
    '(?:how many|what share of|what percentage of)(?: the)? agents are(?: still)? (?:alive|dead)',
  ],
  ['attest', `attest that ${AGENT} is alive`, { metric: 'liveness' }],
  ['attest', 'attest(?:[_-]|:? )(?:the )?ghost[ _-]?index', { metric: 'ghost_index' }],
  ['attest', `attest(?:[_-]|:? )(?:the )?${METRIC}:?(?: (?:of|for))? ${AGENT}`],
  ['attest', `attest:? ${AGENT} ${METRIC}`],
  [
    'find_agents',
    `(?:find|search for|look for|show|list|recommend)(?: me)? agents alive ${THAT} (?<q>.+)`,
    { alive: true },
  ],
  [
    'find_agents',
    `(?:find|search for|look for|show|list|recommend)(?: me)?(?: an| some)? agents? ${THAT} (?<q>.+)`,
  ],
  ['find_agents', `(?:i|we) need (?:an )?agents? ${THAT} (?<q>.+)`],
  ['find_agents', `is there an agent ${THAT} (?<q>.+)`],
  ['find_agents', '(?:who|which agents?|what agents?) can (?!i |we |you |be )(?<q>.+)'],
  ['find_agents', `find[ _-]?agents?:? alive (?:${THAT} )?(?<q>.+)`, { alive: true }],
  ['find_agents', `find[ _-]?agents?:? (?:${THAT} )?(?!(?:alive|${THAT})$)(?<q>.+)`],
]
const KNOWN = SENTENCES.map(([skill, sentence, more = {}]) => ({
  ...{ skill, more },
  sentence: new RegExp(`^${sentence}$`, 'i'),
}))

/** Words that stand for an agent without naming one. */
const NOBODY =
  /^(?:of|for|it|them|they|him|her|you|me|us|anyone|everyone|agents?|(?:a|an|any|some|all|other|this|that|these|those|my|your)(?: .*)?)$/i

/**
 * What a message asks: a data part that names a skill, or a text that clearly does; null when it is not clear. A text
 * may be the JSON of such a data part.
 */
export function understand(parts: readonly Part[]): SkillRequest | null {
  for (const part of parts) {
    const asked = part.kind === 'data' ? ofData(part.data) : null
    if (asked !== null) return asked
  }
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ')
  return text.trimStart().startsWith('{') ? ofJson(text) : ofText(text)
}

const ofData = ({ skill, ...fields }: Fields): SkillRequest | null =>
  typeof skill === 'string' && SKILL_RUNS.has(skill) ? { skill, fields } : null

function ofJson(text: string): SkillRequest | null {
  try {
    return ofData(JSON.parse(text) as Fields)
  } catch {
    return null
  }
}

function ofText(text: string): SkillRequest | null {
  if (text.length > LONGEST_TEXT) return null
  const plain = clean(text, LONGEST_TEXT)
    .replace(QUOTES, '')
    .replace(COURTESY, '')
    .replace(/[ .?!:]+$/, '')
  for (const { skill, sentence, more } of KNOWN) {
    const found = sentence.exec(plain)
    if (found === null) continue
    const { metric, ...asked } = found.groups ?? {}
    if (asked.handle !== undefined && NOBODY.test(asked.handle)) return null
    const stated = metric === undefined ? {} : { metric: metric.toLowerCase() }
    return { skill, fields: { ...more, ...stated, ...asked } }
  }
  return null
}
