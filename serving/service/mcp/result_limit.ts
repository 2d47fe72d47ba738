import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { type Rule, toRule } from '../../../core/interface/rules.ts'
import type { Tool } from '../../../core/interface/tools.ts'
import { getFields } from './argument_names.ts'
import { success } from './success.ts'

/** Maximum characters of a result, some 25,000 tokens, which is where clients cut; its envelope takes the rest. */
export const MAX_CHARACTERS = 99_500

type Answer = Record<string, unknown>

/** Returns the refusal of an answer that would be too long: it names a smaller request. */
export function toolAnswerTooLong(answer: Answer, length: number, tool: Tool): HttpError {
  const fields = getFields(toRule(tool.arguments))
  const limit = limitName(fields)
  const rows = limit === null ? 0 : countFittingRows(answer)
  const twin = ENDPOINTS.find(({ id }) => id === tool.endpoint)
  const ways = [
    ...(rows > 0 ? [`with ${limit} ${rows} or less`] : []),
    ...(fields.detail === undefined ? [] : ['without detail=full']),
  ]
  const sentences = [
    `The answer would be ${length} characters long, and at most 100000 are sent.`,
    ...(ways.length === 0 ? [] : [`Ask again ${ways.join(', or ')}.`]),
    ...(twin === undefined || ways.length > 0 ? [] : [`The REST API has no such limit: ${twin.path}.`]),
  ]
  return new HttpError(400, 'answer_too_long', sentences.join(' '))
}

/** Returns the argument that limits the number of rows; null for a tool without one. */
function limitName({ limit, filters }: Readonly<Record<string, Rule>>): string | null {
  if (limit !== undefined) return 'limit'
  return filters !== undefined && 'limit' in getFields(filters) ? 'filters.limit' : null
}

/** Returns the number of rows of each list of an answer that fit. */
function countFittingRows(answer: Answer): number {
  const lists = Object.values(answer).filter((item): item is unknown[] => Array.isArray(item))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const isRows = (item: unknown): item is unknown[] => Array.isArray(item) && item.length === longest
  const without = Object.entries(answer).map(([key, value]) => [key, isRows(value) ? [] : value])
  let room = MAX_CHARACTERS - success(Object.fromEntries(without)).length
  let rows = 0
  for (; rows < longest; rows += 1) {
    for (const list of lists.filter(isRows)) room -= resultLength(list[rows])
    if (room < 0) break
  }
  return rows
}

/** Returns the characters of a row in a result, where it appears as JSON and within a text of JSON, and its commas. */
function resultLength(row: unknown): number {
  const text = JSON.stringify(row)
  return text.length + JSON.stringify(text).length
}
