import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { clean } from '../text.ts'
import type { World } from '../universe.ts'
import { byteSize, scoreRange, thousands } from './numbers.ts'

interface PageView {
  base_url: string
  world: World
  /** The logical date of the release, YYYY-MM-DD. */
  date: string
  limitations: string[]
}

/** What the home page shows. Null is shown as "unknown", or leaves the link out. */
export interface HomeView extends PageView {
  counts: {
    indexed_agents: number | null
    evidence_ranked_total: number | null
    alive: number | null
    not_alive: number | null
    liveness_unknown: number | null
  }
  categories: {
    id: string
    name: string
    methodology_version: string
    evidence_ranked: number | null
    indexed: number | null
    ranking_url: string | null
    methodology_url: string | null
    top: {
      rank: number
      handle: string
      name: string
      score: number | null
      score_low: number | null
      score_high: number | null
      liveness: string | null
      summary_url: string
    }[]
  }[]
  links: { href: string; text: string }[]
}

/** What the page about a run shows: where every row came from, and what was checked before publishing. */
export interface RunView extends PageView {
  code_version: string
  sources: {
    name: string
    title: string
    docs: string
    license: string
    outcome: 'ok' | 'failed' | 'skipped'
    stale_since: string | null
    error: string | null
    requests: number | null
    not_modified: number | null
    bytes: number | null
    rows: number | null
    quarantined: number | null
    unread_blocks: number | null
    last_ok_on: string | null
  }[]
  checks: { name: string; says: string }[]
}

/** What a page says at its top when it does not show the world as it is. */
const BANNERS: Record<World, string | null> = {
  live: null,
  replay: 'Replay: real names with invented numbers, for testing; never to be published as facts',
  sample: 'Sample data: invented, for trying Assay out',
}

const UNKNOWN = 'unknown'
const MAX_TEXT = 1000
const OWN_PROPERTIES_ONLY = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }

/** Text for a page: third-party text is made safe to show, null is "unknown". Handlebars escapes what comes out. */
function say(text: unknown): string {
  if (text === null) return UNKNOWN
  if (typeof text !== 'string') throw new Error(`${text} is not text; format it with a helper of its own`)
  // A name of invisible characters only must neither leave a blank nor stop a release.
  return clean(text, MAX_TEXT) || UNKNOWN
}

/** An address that is safe to follow: http, https, or a path of this site. */
function href(address: unknown): string {
  if (typeof address === 'string' && /^(?:https?:\/\/|\/(?!\/))[^\s\\]*$/.test(address)) return address
  throw new Error(
    `${address} is not an address to link to; it must start with https://, http:// or a single /`,
  )
}

type Helper = (...operands: never[]) => string

/** A name that the view does not have reaches a helper as undefined. */
function strictly(name: string, helper: Helper): Handlebars.HelperDelegate {
  return (...operands: unknown[]) => {
    const values = operands.slice(0, -1)
    if (values.includes(undefined))
      throw new Error(`a value for "${name}" is missing from the view of the page`)
    return helper(...(values as never[]))
  }
}

const HELPERS: Record<string, Helper> = { say, href, count: thousands, bytes: byteSize, score: scoreRange }

const readTemplate = (name: string) =>
  readFileSync(new URL(`../../templates/${name}.hbs`, import.meta.url), 'utf8')

/** Compiles the templates and gives the functions that fill them: pure, and never with a blank for a missing value. */
export function pageRenderer(): { home(view: HomeView): string; run(view: RunView): string } {
  const handlebars = Handlebars.create()
  for (const [name, helper] of Object.entries(HELPERS))
    handlebars.registerHelper(name, strictly(name, helper))
  for (const name of ['if', 'unless', 'each']) {
    const builtIn = handlebars.helpers[name] as Handlebars.HelperDelegate
    handlebars.registerHelper(name, function (this: unknown, value, options) {
      if (value === undefined) throw new Error(`a value for "${name}" is missing from the view of the page`)
      return builtIn.call(this, value, options)
    })
  }
  handlebars.registerPartial('layout', readTemplate('layout'))
  const knownHelpers = Object.fromEntries(Object.keys(HELPERS).map((name) => [name, true]))
  const compile = <View extends PageView>(name: string) => {
    const template = handlebars.compile(readTemplate(name), {
      strict: true,
      knownHelpers,
      knownHelpersOnly: true,
    })
    return (view: View) => template({ ...view, banner: BANNERS[view.world] }, OWN_PROPERTIES_ONLY)
  }
  return { home: compile<HomeView>('home'), run: compile<RunView>('run') }
}
