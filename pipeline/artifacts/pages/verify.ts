import { readFileSync } from 'node:fs'
import { REST_CATEGORIES } from '../../../core/domain/category.ts'
import { SCRIPT_TYPE, TEXT_TYPE } from '../../../core/interface/content.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { pageBundle } from '../hosts/bundle.ts'
import type { Site } from '../site.ts'

/** Values that the verification page passes to its script. */
interface VerifyView extends PageView {
  /** The categories whose methodology has an address, separated by spaces. */
  categories: string
}

/** Placeholder in docs/use/verify.md for the address of the index. */
const PLACE = 'https://assay.example'

/** `/verify`: the page that verifies in the browser, its script, and the manual procedure. */
export async function* verifyPageArtifacts(site: Site): AsyncGenerator<Artifact> {
  const base = pageBase(site, {
    limitations: [],
    title: 'Verify: Assay',
    path: '/verify',
    scripts: ['/assets/verify.js'],
    description:
      'Check an attestation or an agent in your browser: signature, log and score, computed again step by step from what is published.',
  })
  yield htmlPage(
    'verify.html',
    site.pages.fill<VerifyView>('verify', { ...base, categories: REST_CATEGORIES.join(' ') }),
  )
  yield {
    path: 'assets/verify.js',
    contentType: SCRIPT_TYPE,
    side: 'public',
    body: await pageBundle('verify/page/main.ts'),
  }
  const byHand = readFileSync(new URL('../../../docs/use/verify.md', import.meta.url), 'utf8')
  yield {
    path: 'verify.md',
    contentType: TEXT_TYPE,
    side: 'public',
    body: byHand.replaceAll(PLACE, site.baseUrl),
  }
}
