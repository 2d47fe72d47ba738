import type { ParameterRule } from './endpoint.ts'
import { CHAIN, HANDLE, PAGE } from './parameters.ts'

/** The value of a parameter: what its rule is about. */
export type Value = number | boolean | string | string[]

/** The value that a text stands for, or null where the rule refuses it. */
export function parseValue(rule: ParameterRule, text: string): Value | null {
  switch (rule.kind) {
    case 'integer': {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= rule.min && value <= rule.max ? value : null
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'choice':
      return rule.values.includes(text) ? text : (rule.fallback ?? null)
    case 'choices':
      return within(listValues(text), 1, rule.values.length, (one) => rule.values.includes(one))
    case 'page':
      return PAGE.test(text) ? text : null
    case 'handle':
      return HANDLE.test(text) ? text : null
    case 'handles':
      return within(listValues(text), rule.min, rule.max, (one) => HANDLE.test(one))
    case 'text': {
      const length = [...text].length
      return text.trim() === '' || length > rule.max ? null : text
    }
    case 'chain':
      return CHAIN.test(text) ? text : null
    case 'date':
      return isDate(text) ? text : null
  }
}

/** Whether a parameter takes a list. */
export const isList = ({ kind }: ParameterRule): boolean => kind === 'handles' || kind === 'choices'

/** The values of a list: each once, without what stands between two commas and is empty. */
export const listValues = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
]

const within = (
  list: string[],
  min: number,
  max: number,
  isValid: (one: string) => boolean,
): string[] | null => (list.length >= min && list.length <= max && list.every(isValid) ? list : null)

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** What a rule asks for, as an error message and the documentation say it. */
export function ruleText(rule: ParameterRule): string {
  switch (rule.kind) {
    case 'integer':
      return `one whole number from ${rule.min} to ${rule.max}`
    case 'boolean':
      return 'true or false, given once'
    case 'choice':
      return rule.fallback === undefined
        ? `one of ${rule.values.join(', ')}, given once`
        : `one of ${rule.values.join(', ')}; anything else is read as ${rule.fallback}`
    case 'choices':
      return `one or more of ${rule.values.join(', ')}, separated by commas or repeated`
    case 'page':
      return 'the number of a page, from 1'
    case 'handle':
      return 'one handle of 1 to 64 letters, digits, underscores and hyphens'
    case 'handles':
      return `${rule.min} to ${rule.max} different handles of 1 to 64 letters, digits, underscores and hyphens, separated by commas or repeated`
    case 'text':
      return `a text of 1 to ${rule.max} characters, given once`
    case 'chain':
      return 'one CAIP-2 chain id such as eip155:8453, or a short name such as base'
    case 'date':
      return 'one date in the form YYYY-MM-DD'
  }
}
