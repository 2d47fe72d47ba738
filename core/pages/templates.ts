import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { HELPERS, PARTIALS, type TemplateSpec } from './fill.ts'

const knownHelpers = Object.fromEntries(Object.keys(HELPERS).map((name) => [name, true]))
const OPTIONS = { strict: true, knownHelpers, knownHelpersOnly: true }

/** A template compiled ahead of time, as the text of an expression. */
export function templateCode(name: string): string {
  const text = readFileSync(new URL(`../../templates/${name}.hbs`, import.meta.url), 'utf8')
  return String(Handlebars.precompile(PARTIALS.includes(name) ? text.trimEnd() : text, OPTIONS))
}

/**
 * A template, read from `templates/` and compiled. Bundles have `pipeline/artifacts/hosts/bundle.ts` put the compiled ones
 * in the place of this module: their hosts have no files, and let no code be made.
 */
export const templateSpec = (name: string): TemplateSpec =>
  new Function(`return ${templateCode(name)}`)() as TemplateSpec
