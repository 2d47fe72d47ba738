import { clean } from '../../../core/domain/text.ts'
import { HELP_SENTENCE, KEY, SENTENCES, SEPARATOR } from './sentences.ts'
import type { Fields } from './skills/skill.ts'
import { HELP_SKILL, RUNS } from './skills.ts'
import type { MessagePart } from './task.ts'

/** A skill and the fields of the request. */
export interface SkillRequest {
  skill: string
  fields: Fields
}

const MAX_TEXT = 300
const GREETING =
  /^(?:(?:hi|hello|hey)(?: there)?[,.!]? |please,? |(?:can|could|would) you (?:please )?|tell me,? (?=is |how |can |should ))+/i
const THANKS = /(?:[,.!?]* (?:please|thanks|thank you))+[.!]*$/i
const QUOTES = /["'`\u2018-\u201f]/g
const ITEM = new RegExp(
  String.raw`^(?:the )?(?:agents? )?(?<handle>${KEY}|@?[\w-]{1,64}(?: [\w-]{1,30}){0,3})$`,
  'i',
)
/** An amount in US dollars, or in a token that stands for them. */
const DOLLARS = /^\$?\s*(?<number>\d+(?:\.\d+)?)\s*(?:usdc?|usdt|(?:us )?dollars?|bucks|\$)?$/i

const KNOWN = SENTENCES.map(([skill, sentence, more = {}]) => ({
  ...{ skill, more },
  sentence: new RegExp(`^${sentence}$`, 'i'),
}))

/** Words that refer to an agent without naming one. */
const NOBODY =
  /^(?:of|for|it|them|they|him|her|you|me|us|yourself|anyone|everyone|agents?|(?:a|an|any|some|all|other|this|that|these|those|my|your)(?: .*)?)$/i

/**
 * Returns the skill request in a message: a data part that names a skill, or a text that clearly does; null when
 * unclear. A text may be the JSON of such a data part.
 */
export function readSkillRequest(parts: readonly MessagePart[]): SkillRequest | null {
  for (const part of parts) {
    const request = part.kind === 'data' ? parseData(part.data) : null
    if (request !== null) return request
  }
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ')
  return text.trimStart().startsWith('{') ? parseJson(text) : parseText(text)
}

const parseData = ({ skill, ...fields }: Fields): SkillRequest | null =>
  typeof skill === 'string' && RUNS.has(skill) ? { skill, fields } : null

function parseJson(text: string): SkillRequest | null {
  try {
    return parseData(JSON.parse(text) as Fields)
  } catch {
    return null
  }
}

function parseText(text: string): SkillRequest | null {
  if (text.length > MAX_TEXT) return null
  const plain = clean(text, MAX_TEXT)
    .replace(QUOTES, '')
    .replace(THANKS, '')
    .replace(GREETING, '')
    .replace(/[ .?!:]+$/, '')
  if (HELP_SENTENCE.test(plain)) return { skill: HELP_SKILL, fields: {} }
  for (const { skill, sentence, more } of KNOWN) {
    const found = sentence.exec(plain)
    if (found === null) continue
    const { list, ...named } = found.groups ?? {}
    const fields = list === undefined ? toFields(named) : parseList(list)
    if (fields !== null) return { skill, fields: { ...more, ...fields } }
    // Text that is no list of agents may still match another sentence.
    if (list === undefined) return null
  }
  return null
}

/** Returns the fields in a sentence's named groups; null if it names no particular agent. */
function toFields({ metric, amount, ...named }: Record<string, string>): Fields | null {
  if (named.handle !== undefined && NOBODY.test(named.handle)) return null
  const { handle } = named
  const usd = DOLLARS.exec(amount?.replaceAll(',', '') ?? '')?.groups?.number
  return {
    ...named,
    ...(handle === undefined ? {} : { handle: withoutMention(handle) }),
    ...(metric === undefined ? {} : { metric: metric.toLowerCase() }),
    ...(usd === undefined ? {} : { amount_usd: Number(usd) }),
  }
}

/** Returns the agents of a list of two or more; null if they are none. */
function parseList(list: string): Fields | null {
  const handles = list.split(SEPARATOR).map((item) => ITEM.exec(item.trim())?.groups?.handle)
  const isClear =
    handles.length > 1 && handles.every((handle) => handle !== undefined && !NOBODY.test(handle))
  return isClear ? { handles: handles.map((handle) => withoutMention(handle ?? '')) } : null
}

/** Returns a handle without the @ of a mention; a package of npm keeps that of its scope. */
const withoutMention = (text: string): string => (text.includes('/') ? text : text.replace(/^@/, ''))
