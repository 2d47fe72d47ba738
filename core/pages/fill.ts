import type Handlebars from 'handlebars'
import * as runtimeModule from 'handlebars/runtime.js'
import { clean } from '../domain/text.ts'
import type { World } from '../domain/world.ts'
import { addBasePath, basePath } from './base_path.ts'
import { Drawing } from './drawing.ts'
import { findNav } from './nav.ts'
import { byteSize, formatAmount, points, scoreRange, shortDay, thousands } from './numbers.ts'
import type { PageView } from './page_view.ts'

// Its types say nothing of what it holds.
const runtime = (runtimeModule as unknown as { default: typeof Handlebars }).default

/** Banner of a page that does not show live data. */
const BANNERS: Record<World, string | null> = {
  live: null,
  replay: 'Replay: real names with invented numbers, for testing; never to be published as facts',
  sample: 'Sample data: invented, for trying Assay out',
}

const UNKNOWN = 'unknown'
const MAX_TEXT = 1000
const OWN_PROPERTIES_ONLY = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }

/** Text for a page: third-party text is made safe to show, null is "unknown". Handlebars escapes what comes out. */
function formatText(text: unknown): string {
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

/** The states of an agent in words. */
const STATES: Readonly<Record<string, string>> = {
  ...{ alive: 'Alive', not_alive: 'Silent', unknown: 'Not known' },
}

type Helper = (...operands: never[]) => string | Handlebars.SafeString

/** A name that the view does not have reaches a helper as undefined. */
function strictly(name: string, helper: Helper): Handlebars.HelperDelegate {
  return (...operands: unknown[]) => {
    const values = operands.slice(0, -1)
    if (values.includes(undefined))
      throw new Error(`a value for "${name}" is missing from the view of the page`)
    return helper(...(values as never[]))
  }
}

const MAX_LINE = 10_000

/** Code of several lines: each is made safe to show, and keeps the space that it begins with. */
function code(text: unknown): string {
  if (typeof text !== 'string') throw new Error(`${text} is not text; format it with a helper of its own`)
  const line = (text: string): string =>
    text.trim() === ''
      ? text
      : text.replace(/^( *)(.*?)( *)$/s, (_, before, rest, after) => before + clean(rest, MAX_LINE) + after)
  return text.split('\n').map(line).join('\n')
}

/** A name of our own, such as `not_alive`, in words. */
const formatName = (name: unknown): string =>
  formatText(typeof name === 'string' ? name.replaceAll('_', ' ') : name)

/** Inserts markup of our own drawing code; text is refused, wherever it came from. */
function draw(drawing: unknown): Handlebars.SafeString {
  if (!(drawing instanceof Drawing)) throw new Error(`${drawing} is no drawing; show text with "say"`)
  return new runtime.SafeString(drawing.svg)
}

/** Characters that could end a block of data in a page, or begin another. */
const MARKUP = /[<>&\u2028\u2029]/g

/** An object as the JSON of a data block: no text in it can end the block. */
function json(value: unknown): Handlebars.SafeString {
  if (typeof value !== 'object' || value === null)
    throw new Error(`${value} is no object; show text with "say"`)
  const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return new runtime.SafeString(JSON.stringify(value).replace(MARKUP, escapeCharacter))
}

export const HELPERS: Record<string, Helper> = {
  say: formatText,
  words: formatName,
  code,
  href,
  count: thousands,
  bytes: byteSize,
  score: scoreRange,
  points,
  amount: formatAmount,
  day: (text) => formatText(typeof text === 'string' ? shortDay(text) : text),
  whole: (value: number | null) => (value === null ? '–' : String(Math.round(value))),
  state: (liveness) => formatText(typeof liveness === 'string' ? (STATES[liveness] ?? liveness) : liveness),
  draw,
  json,
}

/** Templates that others are made with. */
export const PARTIALS = [
  'layout',
  'list_pages',
  'take',
  'agent_cell',
  'lives',
  'agent_owners',
  'agent_payments',
  'agent_facts',
  'flag',
  'agent_connect',
  'agent_advice',
  'agent_standing',
  'agent_tools',
  'agent_identity',
  'agent_aside',
  'missing_rows',
  'evidence_row',
  'evidence_hash',
  'not_whole',
  'figure',
  'agent_takes',
  'data_files',
  'data_table',
  'inline',
  'markdown',
]

/** A template as Handlebars compiles it ahead of time. */
export type TemplateSpec = Parameters<typeof Handlebars.template>[0]

/** Fills `templates/{name}.hbs`; throws where a value is missing from the view, never leaves a blank for it. */
export type Fill = <View extends PageView>(name: string, view: View) => string

/** Returns the renderer of precompiled templates, which runs where `eval` is forbidden; pure. */
export function createRenderer(specOf: (name: string) => TemplateSpec): Fill {
  const filled = withHelpers()
  const known = new Map<string, Handlebars.TemplateDelegate>()
  const template = (name: string): Handlebars.TemplateDelegate => {
    const compiled = known.get(name) ?? filled.template(specOf(name))
    known.set(name, compiled)
    return compiled
  }
  for (const name of PARTIALS)
    filled.registerPartial(name, (...given: Parameters<Handlebars.TemplateDelegate>) =>
      template(name)(...given),
    )
  return (name, view) => {
    const base_path = basePath(view.base_url)
    const shared = { ...findNav(view.path), banner: BANNERS[view.world], base_path }
    return addBasePath(template(name)({ ...view, ...shared }, OWN_PROPERTIES_ONLY), base_path)
  }
}

function withHelpers(): typeof Handlebars {
  const filled: typeof Handlebars = runtime.create()
  for (const [name, helper] of Object.entries(HELPERS)) filled.registerHelper(name, strictly(name, helper))
  for (const name of ['if', 'unless', 'each']) {
    const builtIn = filled.helpers[name] as Handlebars.HelperDelegate
    filled.registerHelper(name, function (this: unknown, value, options) {
      if (value === undefined) throw new Error(`a value for "${name}" is missing from the view of the page`)
      return builtIn.call(this, value, options)
    })
  }
  return filled
}
