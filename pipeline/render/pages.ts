import { readFileSync } from 'node:fs'
import { type Fill, fillerOf } from '../../core/pages/fill.ts'
import { templateSpec } from '../../core/pages/templates.ts'

/** The parts of the style sheet, in the order in which they stand in it. */
const STYLES = ['base', 'layout', 'tables', 'forms', 'drawings', 'plots', 'home', 'agent', 'search', 'tools']

const read = (name: string) => readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8')

/** The pages, and the style and the icon that they share. */
export interface Pages {
  /** CSS. */
  style: string
  /** SVG. */
  favicon: string
  fill: Fill
}

/** What fills the templates: pure; each is compiled when it is first used. */
export const pageRenderer = (): Pages => ({
  style: STYLES.map((name) => read(`style/${name}.css`)).join('\n'),
  favicon: read('favicon.svg'),
  fill: fillerOf(templateSpec),
})
