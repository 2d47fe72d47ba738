import { readFileSync } from 'node:fs'
import { CSS_TYPE, FONT_TYPE, SCRIPT_TYPE, SVG_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { pageBundle } from '../hosts/bundle.ts'
import type { Site } from '../site.ts'

/** The browser scripts: `site/{name}.ts` becomes `/assets/{name}.js`. `site` is on each page. */
const SCRIPTS = ['site', 'badge', 'calculator', 'ranking', 'report', 'search', 'status', 'try_it']

/** Inter, in the weights of the style sheet. */
const FONTS = { 'inter-400': 'inter-latin-400-normal', 'inter-600': 'inter-latin-600-normal' }

/** Yields the assets of pages: style, icon, fonts and scripts. */
export async function* assetArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield asset('style.css', CSS_TYPE, site.pages.style)
  yield asset('favicon.svg', SVG_TYPE, site.pages.favicon)
  for (const [name, file] of Object.entries(FONTS)) yield asset(`${name}.woff2`, FONT_TYPE, font(file))
  for (const name of SCRIPTS) yield asset(`${name}.js`, SCRIPT_TYPE, await pageBundle(`site/${name}.ts`))
}

const asset = (name: string, contentType: string, body: string | Uint8Array): Artifact => ({
  path: `assets/${name}`,
  contentType,
  side: 'public',
  body,
})

const font = (file: string): Uint8Array =>
  readFileSync(new URL(import.meta.resolve(`@fontsource/inter/files/${file}.woff2`)))
