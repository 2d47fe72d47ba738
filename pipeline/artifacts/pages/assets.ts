import { CSS_TYPE, FONT_TYPE, SCRIPT_TYPE, SVG_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { pageBundle, shortStyle } from '../hosts/bundle.ts'
import type { Site } from '../site.ts'
import { siteFont } from './site_font.ts'

/** The browser scripts: `site/{name}.ts` becomes `/assets/{name}.js`. `site` is on each page. */
const SCRIPTS = ['site', 'suggest', 'badge', 'calculator', 'ranking', 'report', 'search', 'status', 'try_it']

/** Yields the assets of pages: style, icon, font and scripts. */
export async function* assetArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield asset('style.css', CSS_TYPE, await shortStyle(site.pages.style))
  yield asset('favicon.svg', SVG_TYPE, site.pages.favicon)
  yield asset('inter.woff2', FONT_TYPE, await siteFont())
  for (const name of SCRIPTS) yield asset(`${name}.js`, SCRIPT_TYPE, await pageBundle(`site/${name}.ts`))
}

const asset = (name: string, contentType: string, body: string | Uint8Array): Artifact => ({
  path: `assets/${name}`,
  contentType,
  side: 'public',
  body,
})
