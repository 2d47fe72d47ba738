import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { clean } from '../../core/domain/text.ts'
import type { World } from '../../core/domain/world.ts'
import type { AgentView } from './agent_page_view.ts'
import { amount, byteSize, points, scoreRange, thousands } from './numbers.ts'
import type {
  ChangesView,
  DepartedView,
  HomeView,
  MarketRulesView,
  MethodologyView,
  PageView,
  RankingView,
  RunView,
  VerifyView,
} from './page_views.ts'

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

/** A name of our own, such as `not_alive`, in words. */
const words = (name: unknown): string => say(typeof name === 'string' ? name.replaceAll('_', ' ') : name)

const HELPERS: Record<string, Helper> = {
  say,
  words,
  href,
  count: thousands,
  bytes: byteSize,
  score: scoreRange,
  points,
  amount,
}

/** Templates that others are made with. */
const PARTIALS = ['layout', 'list_pages', 'agent_name', 'flag']

const read = (name: string) => readFileSync(new URL(`../../templates/${name}`, import.meta.url), 'utf8')

/** Fills one template; throws where a value is missing from the view. */
type Page<View> = (view: View) => string

/** The pages, and the style and the icon that they share. */
export interface Pages {
  /** CSS. */
  style: string
  /** SVG. */
  favicon: string
  home: Page<HomeView>
  run: Page<RunView>
  ranking: Page<RankingView>
  departed: Page<DepartedView>
  methodology: Page<MethodologyView>
  changes: Page<ChangesView>
  compare: Page<PageView>
  agent: Page<AgentView>
  attestation: Page<PageView>
  marketRules: Page<MarketRulesView>
  verify: Page<VerifyView>
  /** The page for what cannot be shown: its heading and message are put in by `core/views/error_page.ts`. */
  error: Page<PageView>
}

/** Compiles the templates and gives the functions that fill them: pure, and never with a blank for a missing value. */
export function pageRenderer(): Pages {
  const handlebars = withHelpers()
  for (const name of PARTIALS) handlebars.registerPartial(name, read(`${name}.hbs`).trimEnd())
  const knownHelpers = Object.fromEntries(Object.keys(HELPERS).map((name) => [name, true]))
  const compile = <View extends PageView>(name: string): Page<View> => {
    const template = handlebars.compile(read(`${name}.hbs`), {
      strict: true,
      knownHelpers,
      knownHelpersOnly: true,
    })
    return (view) => template({ ...view, banner: BANNERS[view.world] }, OWN_PROPERTIES_ONLY)
  }
  return {
    style: read('style.css'),
    favicon: read('favicon.svg'),
    home: compile('home'),
    run: compile('run'),
    ranking: compile('ranking'),
    departed: compile('departed'),
    methodology: compile('methodology'),
    changes: compile('changes'),
    compare: compile('compare'),
    agent: compile('agent'),
    attestation: compile('attestation'),
    marketRules: compile('market_rules'),
    verify: compile('verify'),
    error: compile('error'),
  }
}

function withHelpers(): typeof Handlebars {
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
  return handlebars
}
