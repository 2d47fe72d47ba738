import { readFileSync } from 'node:fs'
import { createRenderer, type Fill } from '../../core/pages/fill.ts'
import { templateSpec } from '../../core/pages/templates.ts'

/** The parts of the style sheet, in order. */
const STYLES = [
  ...[
    'base',
    'layout',
    'tables',
    'rows',
    'reference',
    'marks',
    'forms',
    'drawings',
    'figures',
    'home',
    'front',
  ],
  ...['agent', 'compare', 'search', 'data', 'status', 'tools', 'payments', 'check'],
]

const read = (name: string) => readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8')

/** The page templates, and the style and icon that pages share. */
export interface Pages {
  /** CSS. */
  style: string
  /** SVG. */
  favicon: string
  fill: Fill
}

/** Returns the renderer of the templates: pure; each is compiled at its first use. */
export const pageRenderer = (): Pages => ({
  style: STYLES.map((name) => read(`style/${name}.css`)).join('\n'),
  favicon: read('favicon.svg'),
  fill: createRenderer(templateSpec),
})
