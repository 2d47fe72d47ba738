import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { RunFailed } from '../../../core/domain/errors.ts'
import { templateCode } from '../../../core/pages/templates.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const made = new Map<string, Promise<string>>()

/**
 * The Worker's entry with all that it imports, as the text of one module; made once for each process. Throws RunFailed
 * when it needs what only Node has.
 */
export const workerBundle = (): Promise<string> =>
  bundleOnce('serving/hosts/worker.ts', {
    // Neutral knows no modules of Node: an import of one is an error here, and not on the Worker.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // What packages offer for web standards alone.
    conditions: ['browser'],
    target: 'es2022',
    minify: true,
    plugins: [compiledTemplates, badgeWidths],
  })

/** A script for a page with all that it imports, as one file. Throws RunFailed when it needs what only Node has. */
export const pageBundle = (entry: string): Promise<string> =>
  bundleOnce(entry, { platform: 'browser', target: 'es2022', minify: true })

/** A program for Node with all that it imports, as one file that people can read. */
export const nodeBundle = (entry: string): Promise<string> =>
  bundleOnce(entry, { platform: 'node', target: 'node22', packages: 'bundle' })

/** What the page of an agent is filled with. */
const OF_AGENTS = ['agent', 'layout', 'flag']

/** Puts the pages of agents, compiled, in the place of what reads them from disk and compiles them. */
const compiledTemplates: Plugin = {
  name: 'compiled templates',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]core[/\\]pages[/\\]templates\.ts$/ }, () => {
      const compiled = OF_AGENTS.map((name) => `${JSON.stringify(name)}: ${shorter(templateCode(name))}`)
      const text = `const options = (name, data) => ({ name, data, hash: {} })
        const compiled = {\n${compiled.join(',\n')}\n}\nexport const templateSpec = (name) => compiled[name]`
      return { contents: text, loader: 'js' }
    })
  },
}

/** The last code point of which a badge may have text: that of the middle dot. */
const LAST_CODE = 0xb7
const NO_DISK = 'no disk'

/** Cuts the widths of characters that the badge library measures by, and stands in for what it needs to read them from disk. */
const badgeWidths: Plugin = {
  name: 'widths of badges',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[/\\]anafanafo[/\\]data[/\\].*\.json$/ }, ({ path }) => {
      const widths = JSON.parse(readFileSync(path, 'utf8')) as [first: number, last: number, width: number][]
      return { contents: JSON.stringify(widths.filter(([first]) => first <= LAST_CODE)), loader: 'json' }
    })
    onResolve({ filter: /^(?:fs|util)$/ }, ({ importer, path }) =>
      /[/\\]char-width-table-consumer[/\\]/.test(importer) ? { path, namespace: NO_DISK } : undefined,
    )
    onLoad({ filter: /./, namespace: NO_DISK }, () => ({ contents: 'module.exports = { promisify() {} }' }))
  },
}

/** Without where each value stands in its template, and without what runtimes of other versions need, or foreign helpers. */
const shorter = (code: string): string =>
  code
    .replace(/,"loc":\{"start":\{[^}]*\},"end":\{[^}]*\}\}/g, '')
    .replaceAll('depth0 != null ? depth0 : (container.nullContext || {})', 'depth0 ?? {}')
    .replace(/\{"name":("\w+"),"hash":\{\},"data":data\}/g, 'options($1, data)')
    .replace(/lookupProperty\(helpers,"(\w+)"\)/g, 'helpers.$1')
    .replace(/ \|\| function\(parent, propertyName\) \{.*?return undefined\s*\}/gs, '')

function bundleOnce(entry: string, options: BuildOptions): Promise<string> {
  const known = made.get(entry) ?? bundle(entry, options)
  made.set(entry, known)
  return known
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    legalComments: 'inline',
    logLevel: 'silent',
  }).catch((cause: unknown) => {
    throw new RunFailed(`${entry} cannot be bundled: ${String(cause)}`, { cause })
  })
  const left = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !path.startsWith('node:'))
  if (left.length > 0) throw new RunFailed(`the bundle of ${entry} still imports ${left.join(', ')}`)
  return outputFiles[0]?.text ?? ''
}
