import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'
import { aboutPage } from './about.ts'
import { assetArtifacts } from './assets.ts'
import { attestationPage } from './attestation.ts'
import { badgePage } from './badge.ts'
import { changesPages } from './changes.ts'
import { comparePage } from './compare.ts'
import { connectPage } from './connect.ts'
import { correctionsPage } from './corrections.ts'
import { departedPages } from './departed.ts'
import { errorPages } from './error.ts'
import { ghostIndexPages } from './ghost_index.ts'
import { homePage } from './home.ts'
import { marketRulesArtifacts } from './market_rules.ts'
import { methodologyPage } from './methodology.ts'
import { probesPage } from './probes.ts'
import { rankingPages } from './ranking.ts'
import { runPage } from './run.ts'
import { searchPage } from './search.ts'
import { statePages } from './state.ts'
import { statusPage } from './status.ts'
import { verifyPageArtifacts } from './verify.ts'
import { x402Pages } from './x402.ts'
import { chainsPages, facilitatorsPages } from './x402_markets.ts'

/** Pages that depend on the site alone. */
const PAGES: readonly ((site: Site) => Artifact | Promise<Artifact>)[] = [
  comparePage,
  searchPage,
  attestationPage,
  connectPage,
  badgePage,
  aboutPage,
  correctionsPage,
]

/** Yields the pages of the site and their assets; agents' pages are rendered one by one from their records. */
export async function* pageArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield* assetArtifacts(site)
  yield await homePage(site)
  yield runPage(site)
  yield* facilitatorsPages(site)
  yield* chainsPages(site)
  yield* ghostIndexPages(site)
  yield* x402Pages(site)
  yield* statePages(site)
  yield* probesPage(site)
  yield await statusPage(site)
  for (const methodology of site.methodologies) {
    yield* rankingPages(methodology, site)
    yield await methodologyPage(methodology, site)
  }
  yield* departedPages(site)
  yield* changesPages(site)
  for (const page of PAGES) yield await page(site)
  yield* marketRulesArtifacts(site)
  yield* verifyPageArtifacts(site)
  yield* errorPages(site)
}
