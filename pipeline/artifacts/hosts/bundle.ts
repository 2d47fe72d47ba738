import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin, transform } from 'esbuild'
import { RunFailed } from '../../../core/domain/errors.ts'
import { templateCode } from '../../../core/pages/templates.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

const bundleCache = new Map<string, Promise<string>>()

/**
 * Bundles the Worker's entry with all its imports as the text of one module, once per process. Throws RunFailed if it
 * needs a Node module.
 */
export const workerBundle = (): Promise<string> =>
  bundleOnce('serving/hosts/worker.ts', {
    // `neutral` knows no Node modules, so importing one fails here and not on the Worker.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Selects the packages' builds for web standards.
    conditions: ['browser'],
    target: 'es2022',
    minify: true,
    // The first that takes a file decides.
    plugins: [compiledTemplates, badgeParts, badgeWidths, zodParts],
  })

/** Bundles a page's script with all its imports as one file. Throws RunFailed if it needs a Node module. */
export const pageBundle = (entry: string): Promise<string> =>
  bundleOnce(entry, { platform: 'browser', target: 'es2022', minify: true })

/** A style sheet without its comments and spaces, the same rules in the same order. */
export async function shortStyle(style: string): Promise<string> {
  const { code } = await transform(style, { loader: 'css', minify: true, legalComments: 'none' })
  return code
}

/** Bundles a Node program with all its imports as one readable file. */
export const nodeBundle = (entry: string): Promise<string> =>
  bundleOnce(entry, { platform: 'node', target: 'node22', packages: 'bundle' })

/** The templates of the pages of an agent and of an owner. */
const OF_AGENTS = [
  ...['agent', 'agent_advice', 'agent_aside', 'agent_connect', 'agent_facts', 'agent_identity'],
  ...['agent_owners', 'agent_payments', 'agent_standing', 'agent_tools'],
  ...['evidence_hash', 'evidence_row', 'flag', 'layout', 'owner'],
]

/** Replaces the module that reads and compiles templates by the compiled templates of agents' pages. */
const compiledTemplates: Plugin = {
  name: 'compiled templates',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]core[/\\]pages[/\\]templates\.ts$/ }, () => {
      const compiled = OF_AGENTS.map(
        (name) => `${JSON.stringify(name)}: ${shortenTemplate(templateCode(name))}`,
      )
      const text = `const block = (name, fn, inverse, data) => ({ name, fn, inverse, data, hash: {} })
        const compiled = {\n${compiled.join(',\n')}\n}\nexport const templateSpec = (name) => compiled[name]`
      return { contents: text, loader: 'js' }
    })
  },
}

/** The last code point allowed in a badge's text: the middle dot. */
const LAST_CODE = 0xb7
/** Between the ends of a range of places. */
const EN_DASH = 0x2013
const NO_DISK = 'no disk'

/**
 * Reduces the badge library's table of character widths, and stubs the modules it needs to read the table from disk.
 */
const badgeWidths: Plugin = {
  name: 'widths of badges',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[/\\]anafanafo[/\\]data[/\\].*\.json$/ }, ({ path }) => {
      const widths = JSON.parse(readFileSync(path, 'utf8')) as [first: number, last: number, width: number][]
      return {
        contents: JSON.stringify(
          widths.filter(([first, last]) => first <= LAST_CODE || (first <= EN_DASH && last >= EN_DASH)),
        ),
        loader: 'json',
      }
    })
    onResolve({ filter: /^(?:fs|util)$/ }, ({ importer, path }) =>
      /[/\\]char-width-table-consumer[/\\]/.test(importer) ? { path, namespace: NO_DISK } : undefined,
    )
    onLoad({ filter: /./, namespace: NO_DISK }, () => ({ contents: 'module.exports = { promisify() {} }' }))
  },
}

/** The colours of badges are hexadecimal: what reads all of CSS is replaced by what reads these. */
const HEX_COLORS = `export const fromString = (color) => {
  const [, text] = /^#([\\da-f]{3}|[\\da-f]{6})$/i.exec(color) ?? []
  if (text === undefined) return null
  const parts = text.match(text.length === 3 ? /./g : /../g)
  return { toRgbaArray: () => [...parts.map((part) => parseInt(part.padEnd(2, part), 16)), 1] }
}`

/** Stands for the table of a font in which nothing is drawn: the library measures one letter of each when it starts. */
const EQUAL_WIDTHS = '[[0, 1114111, 1]]'

/** Leaves out of the badge library what no style of ours needs: styles, a font, and colours by name. */
const badgeParts: Plugin = {
  name: 'parts of badges',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]css-color-converter[/\\]lib[/\\]index\.js$/ }, () => ({ contents: HEX_COLORS }))
    onLoad({ filter: /[/\\]anafanafo[/\\]data[/\\]helvetica-.*\.json$/ }, () => ({
      contents: EQUAL_WIDTHS,
      loader: 'json',
    }))
    onLoad({ filter: /[/\\]badge-maker[/\\]lib[/\\]badge-renderers\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^ {2}(?:plastic: .*|social),\n/gm, ''),
    }))
  },
}

/** Reads a helper of zod by its own module: through the namespace of all, the bundler keeps every helper. */
const zodParts: Plugin = {
  name: 'parts of zod',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]mini[/\\]schemas\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('core.util.', 'util.'),
    }))
  },
}

/** Removes source locations of values, and code for other runtime versions or foreign helpers. */
const shortenTemplate = (code: string): string =>
  code
    .replace(/,"loc":\{"start":\{[^}]*\},"end":\{[^}]*\}\}/g, '')
    .replaceAll('depth0 != null ? depth0 : (container.nullContext || {})', 'depth0 ?? {}')
    // Helpers of a value read no options.
    .replace(/,\s*\{"name":"\w+","hash":\{\},"data":data\}/g, '')
    .replace(
      /\{"name":("\w+"),"hash":\{\},"fn":(\S+?\([^)]*\)),"inverse":(container\.noop|\S+?\([^)]*\)),"data":data\}/g,
      'block($1, $2, $3, data)',
    )
    .replaceAll('!= null ? stack1 : ""', '?? ""')
    .replace(/lookupProperty\(helpers,"(\w+)"\)/g, 'helpers.$1')
    .replace(/ \|\| function\(parent, propertyName\) \{.*?return undefined\s*\}/gs, '')

function bundleOnce(entry: string, options: BuildOptions): Promise<string> {
  const known = bundleCache.get(entry) ?? bundle(entry, options)
  bundleCache.set(entry, known)
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
  const external = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !path.startsWith('node:'))
  if (external.length > 0) throw new RunFailed(`the bundle of ${entry} still imports ${external.join(', ')}`)
  return outputFiles[0]?.text ?? ''
}
