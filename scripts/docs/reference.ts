import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { ruleText } from '../../core/interface/rules.ts'
import { filterVariables } from '../../core/settings/variables.ts'
import { SQL_FOLDER, sqlFiles } from '../../pipeline/model/build.ts'
import {
  evidenceText,
  formula,
  type Methodology,
  RANK_TEXT,
  scoreText,
} from '../../pipeline/model/methodology.ts'
import { loadMethodologies } from '../../pipeline/model/methodology_loader.ts'
import { readSeeds } from '../../pipeline/model/seeds.ts'
import { UNIONS } from '../../pipeline/model/unions.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { boundsTable } from '../../serving/service/bounds.ts'
import { figuresTable } from '../../serving/service/observe/figures.ts'
import { scalePage } from '../scale/page.ts'
import { findPage } from './find_page.ts'
import { markdownPage, markdownTable } from './markdown.ts'
import { toolsPage } from './tools_page.ts'
import { trustPage } from './trust_page.ts'

/** The reference pages: file name → text. A test compares them with what is committed. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    'methodologies.md': methodologiesPage(await loadMethodologies()),
    'signals.md': signalsPage(),
    'sources.md': await sourcesPage(),
    'models.md': modelsPage(),
    'routes.md': routesPage(),
    'tools.md': toolsPage(),
    'find.md': findPage(),
    'trust.md': trustPage(),
    'scale.md': scalePage(),
    'configuration.md': configurationPage(),
    'limits.md': limitsPage(),
    'metrics.md': metricsPage(),
  }
}

function configurationPage(): string {
  const rows = filterVariables(({ readBy }) => readBy.includes('serve')).map(
    ([name, { example, otherwise = '', what }]) => [`\`${name}\``, `\`${example}\``, otherwise, what],
  )
  return markdownPage(
    'Configuration of the service',
    'Environment variables; `docs/operate/operating.md` says which belong together.',
    markdownTable(['variable', 'example', 'when it is not set', 'what'], rows),
  )
}

function limitsPage(): string {
  return markdownPage(
    'Limits of the service',
    'What the service accepts or stores at most, and what happens beyond that; `docs/operate/operating.md` says more.',
    boundsTable(),
  )
}

function metricsPage(): string {
  return markdownPage(
    'Metrics of the service',
    'What `/metrics` has; `deploy/prometheus/assay.rules.yml` has alerts on it.',
    figuresTable(),
  )
}

function methodologiesPage(methodologies: Methodology[]): string {
  return markdownPage(
    'Methodologies',
    ...methodologies.flatMap((methodology) => [
      `## ${methodology.name} (\`${methodology.category}\`, ${methodology.version})`,
      methodology.description,
      markdownTable(
        ['signal', 'part', 'weight', 'scaled value', 'prior', 'why'],
        methodology.signals.map((signal) => [
          `\`${signal.key}\``,
          signal.part,
          signal.weight,
          formula(signal),
          signal.prior ?? 'left out',
          signal.why,
        ]),
      ),
      `**Score.** ${scoreText(methodology)} ${RANK_TEXT}`,
      `**Evidence-ready rule.** ${evidenceText(methodology)}`,
      methodology.limitations.map((text) => `- ${text}`).join('\n'),
    ]),
  )
}

function signalsPage(): string {
  const rows = Object.entries(SIGNALS).map(([key, signal]) => [
    `\`${key}\``,
    signal.name,
    signal.unit,
    signal.source,
    signal.aggregate,
  ])
  return markdownPage('Signals', markdownTable(['key', 'what', 'unit', 'source', 'of several inputs'], rows))
}

async function sourcesPage(): Promise<string> {
  const rows = (await loadSources()).map(
    ({ name, title, docs, license, key, budget, needs = [], hasPast }) => [
      `\`${name}\``,
      [
        title,
        ...(needs.length === 0 ? [] : [`skipped unless ${needs.join(', ')} is set`]),
        ...(hasPast ? ['dated: days before the first run are read too'] : []),
      ].join('; '),
      budget.toLocaleString('en-US'),
      key.map((column) => `\`${column}\``).join(', '),
      license,
      docs,
    ],
  )
  return markdownPage(
    'Sources',
    markdownTable(
      ['name', 'what is read', 'requests a day, at most', 'key', 'licence', 'documentation'],
      rows,
    ),
  )
}

function modelsPage(): string {
  const part = (layer: string) =>
    sqlFiles(layer).map((file) => {
      const comments = readFileSync(file, 'utf8').split('\n')
      const end = comments.findIndex((line) => !line.startsWith('--'))
      return [
        `\`${basename(file, '.sql')}\``,
        comments
          .slice(0, end)
          .map((line) => line.replace(/^--\s*/, ''))
          .join(' '),
      ]
    })
  return markdownPage(
    'Models and checks',
    '## numbers',
    markdownTable(
      ['macro', 'value'],
      Object.entries(NUMBERS).map(([name, value]) => [`\`${name}()\``, String(value)]),
    ),
    '## seeds',
    markdownTable(
      ['name', 'what it holds'],
      readSeeds(SQL_FOLDER).map(({ name, about }) => [`\`${name}\``, about]),
    ),
    '## unions of all models of a kind',
    markdownTable(
      ['name', 'what it holds'],
      UNIONS.map(({ name, about }) => [`\`${name}\``, about]),
    ),
    ...['staging', 'intermediate', 'marts', 'checks'].flatMap((folder) => [
      `## ${folder}`,
      markdownTable(['name', 'what it holds'], part(folder)),
    ]),
  )
}

function routesPage(): string {
  const rows = ENDPOINTS.map(({ method, path, title, servedAs, file, price, lifetime, errors }) => [
    `${method} \`${path}\``,
    title,
    servedAs === 'variant' && file !== null ? 'file; with parameters a variant' : servedAs,
    price === null ? 'free' : `$${price}`,
    lifetime === 0 ? 'not kept' : `${lifetime} s`,
    [method === 'POST' && errors.includes(201) ? '' : 200, ...errors].filter(Boolean).join(', '),
  ])
  const parameters = ENDPOINTS.flatMap(({ path, parameters }) =>
    parameters.map(({ name, rule, isRequired, fallback, description }) => [
      `\`${path}\``,
      `\`${name}\``,
      isRequired ? 'required' : 'optional',
      fallback === undefined ? ruleText(rule) : `${ruleText(rule)}; ${fallback} when not given`,
      description,
    ]),
  )
  return markdownPage(
    'Routes',
    'Who answers: a `file` of the release, on any static host; a `variant`, cut from files of the release by the handler; the `service`, which keeps state or takes money. docs/operate/serving.md says more.',
    markdownTable(['address', 'what', 'answered by', 'price', 'kept for', 'statuses'], rows),
    '## Parameters',
    'Malformed, repeated and out-of-range values are refused with 400 and the rule below; parameters that are not listed are ignored. A handle in a path that cannot be one is an agent that is not indexed: 404.',
    markdownTable(['address', 'name', '', 'rule', 'what'], parameters),
  )
}
