import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** Contexts of workflow expressions: `github`, `vars`, `steps` and so on. */
export type Contexts = Record<string, unknown>

/** The value of an expression as a workflow writes it, without the braces around it. */
function evaluate(expression: string, contexts: Contexts): string {
  return evaluated(expression, contexts).coerceString()
}

/** True if a step or a job runs. Without a condition it runs unless an earlier one failed. */
export function shouldRun(condition: string | undefined, contexts: Contexts, hasFailed: boolean): boolean {
  if (hasFailed && !condition?.includes('always()')) return false
  return condition === undefined || isTrue(evaluated(condition.replace('always()', 'true'), contexts))
}

/** A text with the value of each `${{ … }}` in its place. */
export const filled = (text: unknown, contexts: Contexts): string =>
  String(text).replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => evaluate(expression, contexts))

function evaluated(expression: string, contexts: Contexts) {
  const { tokens } = new Lexer(expression.trim()).lex()
  const names = Object.keys(contexts)
  return new Evaluator(new Parser(tokens, names, []).parse(), toData(contexts) as data.Dictionary).evaluate()
}

const isTrue = (value: data.ExpressionData): boolean => !['', '0', 'false'].includes(value.coerceString())

function toData(value: unknown): data.ExpressionData {
  if (value === null || value === undefined) return new data.Null()
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (typeof value !== 'object') return new data.StringData(String(value))
  return new data.Dictionary(...Object.entries(value).map(([key, field]) => ({ key, value: toData(field) })))
}
