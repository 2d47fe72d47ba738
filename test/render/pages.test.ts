import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type HomeView, pageRenderer, type RunView } from '../../pipeline/render/pages.ts'

const TEMPLATES = new URL('../../templates/', import.meta.url)
const pages = pageRenderer()

const home = (): HomeView => ({
  base_url: 'https://assay.example',
  world: 'live',
  date: '2026-01-30',
  limitations: ['Only public records are read.'],
  counts: {
    indexed_agents: 12345,
    evidence_ranked_total: 1201,
    alive: 9001,
    not_alive: 2044,
    liveness_unknown: null,
  },
  categories: [
    {
      id: 'model_family',
      name: 'Model families',
      methodology_version: 'v9.9',
      evidence_ranked: 31,
      indexed: 1193,
      ranking_url: '/ranking',
      methodology_url: '/methodology',
      top: [
        {
          rank: 1,
          handle: 'quartz-harbor',
          name: 'Quartz Harbor',
          score: 61.24,
          score_low: 54,
          score_high: 70.26,
          liveness: 'alive',
          summary_url: '/api/agent/quartz-harbor',
        },
      ],
    },
  ],
  links: [{ href: '/data', text: 'All data' }],
})

const run = (): RunView => ({
  base_url: 'https://assay.example',
  world: 'live',
  date: '2026-01-30',
  limitations: ['Only public records are read.'],
  code_version: '1.0.0+abc',
  sources: [
    {
      name: 'registry',
      title: 'Servers of a registry',
      docs: 'https://registry.example/docs',
      license: 'CC0-1.0',
      outcome: 'failed',
      stale_since: '2026-01-29',
      error: 'https://registry.example/v0: no answer',
      requests: 4321,
      not_modified: 12,
      bytes: 1234567,
      rows: 54321,
      quarantined: 3,
      unread_blocks: 0,
      last_ok_on: null,
    },
  ],
  checks: [{ name: 'rankings_unique', says: 'Every rank is taken once.' }],
})

/** Every path to a value inside of a view, e.g. `['counts', 'alive']`. */
function paths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...paths(inner).map((path) => [key, ...path]),
  ])
}

function without<View>(view: View, path: string[]): View {
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], view)
  if (Array.isArray(owner)) owner[Number(path.at(-1))] = undefined
  else delete (owner as Record<string, unknown>)[path.at(-1) as string]
  return view
}

const textOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the home page', () => {
  it('shows counts, ranks and ranges as people read them', () => {
    const text = textOf(pages.home(home()))
    for (const part of [
      'indexed agents 12,345',
      'liveness unknown unknown',
      '31 ranked of 1,193 indexed, by methodology v9.9',
      '1 Quartz Harbor quartz-harbor 61.2 (54.0 to 70.3) alive',
      'All data',
      'Only public records are read.',
      'Release of 2026-01-30 at https://assay.example',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('links what has an address and says so where nothing is ranked', () => {
    const [category] = home().categories as [HomeView['categories'][number]]
    const html = pages.home(home())
    expect(html).toContain('<a href="/ranking">Model families</a>')
    expect(html).toContain('<a href="/methodology">v9.9</a>')
    const bare = { ...category, ranking_url: null, methodology_url: null, top: [] }
    const plain = pages.home({ ...home(), categories: [bare] })
    expect(plain).not.toMatch(/href="\/ranking"|href="\/methodology"|<table/)
    expect(plain).toContain('enough evidence')
  })
})

describe('the page about a run', () => {
  it('shows each source with its state, and each check', () => {
    const text = textOf(pages.run(run()))
    for (const part of [
      'How the run of 2026-01-30 went',
      'registry : failed',
      'Stale since 2026-01-29',
      'https://registry.example/v0: no answer',
      'Last read without failing unknown',
      'Rows 54,321',
      'Received 1.2 MB',
      'rankings_unique : Every rank is taken once.',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('says nothing of failures where there were none', () => {
    const [source] = run().sources as [RunView['sources'][number]]
    const html = pages.run({
      ...run(),
      sources: [{ ...source, outcome: 'ok', stale_since: null, error: null }],
    })
    expect(html).not.toMatch(/Stale|class="error"/)
  })
})

describe('every page', () => {
  it('warns at its top when the world is not live', () => {
    for (const render of [
      (world: HomeView['world']) => pages.home({ ...home(), world }),
      (world: HomeView['world']) => pages.run({ ...run(), world }),
    ]) {
      expect(render('live')).not.toContain('class="banner"')
      expect(render('sample')).toMatch(
        /<body>\s*<p class="banner" role="note">Sample data: invented, for trying Assay out</,
      )
      expect(render('replay')).toContain(
        'Replay: real names with invented numbers, for testing; never to be published as facts',
      )
    }
  })

  it('refuses a view in which any value is missing', () => {
    expect(paths(home()).length).toBeGreaterThan(30)
    for (const path of paths(home())) {
      expect(() => pages.home(without(home(), path)), path.join('.')).toThrow()
    }
    for (const path of paths(run())) {
      expect(() => pages.run(without(run(), path)), path.join('.')).toThrow()
    }
  })

  it('reads only a view itself, never what it inherits', () => {
    const { counts, ...rest } = home()
    const { alive, ...others } = counts
    const inherited = Object.assign(Object.create({ alive }), others)
    expect(() => pages.home({ ...rest, counts: inherited })).toThrow('missing')
  })

  it('keeps hostile text as text', () => {
    const hostile = `<img src=x onerror=alert(1)>"'\u202e{{say date}}`
    const shown = '&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;&quot;&#x27;{{say date}}'
    const spoil = (value: unknown): unknown => {
      if (typeof value === 'string')
        return value.startsWith('/') || value.startsWith('https:') ? value : hostile
      if (Array.isArray(value)) return value.map(spoil)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoil(inner)]))
    }
    const spoiled = [
      [pages.home({ ...(spoil(home()) as HomeView), world: 'live' }), pages.home(home())],
      [pages.run({ ...(spoil(run()) as RunView), world: 'live' }), pages.run(run())],
    ] as const
    for (const [html, harmless] of spoiled) {
      expect(html).toContain(shown)
      expect(html).not.toContain('\u202e')
      // The same elements stand in the page as without the hostile text.
      expect(html.match(/<[/\w!]+/g)).toEqual(harmless.match(/<[/\w!]+/g))
    }
  })

  it('shows text of nothing visible as unknown', () => {
    const view = home()
    const [agent] = view.categories[0]?.top ?? []
    if (agent) agent.name = '\u200b\u2066'
    expect(textOf(pages.home(view))).toContain('1 unknown quartz-harbor')
  })

  it('links only to the web and to itself', () => {
    for (const href of [
      'javascript:alert(1)',
      '//elsewhere.example',
      'data:text/html,x',
      '/\\elsewhere',
      '',
    ]) {
      expect(() => pages.home({ ...home(), links: [{ href, text: 'x' }] }), href).toThrow('not an address')
    }
  })

  it('has one style, no script, and loads nothing', () => {
    for (const html of [pages.home(home()), pages.run(run())]) {
      expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
      expect(html.match(/<style>/g)).toHaveLength(1)
      expect(html).not.toMatch(/<script|<img|<iframe|@import|url\(| src=| on\w+=| style=/)
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})

describe('the templates', () => {
  it('write every value through a helper that knows what is missing, and escape it', () => {
    const names = readdirSync(TEMPLATES).filter((name) => name.endsWith('.hbs'))
    expect(names.length).toBeGreaterThanOrEqual(3)
    for (const name of names) {
      const template = readFileSync(new URL(name, TEMPLATES), 'utf8')
      expect(template, name).not.toMatch(/\{\{[{&]/)
      for (const [, inner] of template.matchAll(/\{\{([^}]*)\}\}/g)) {
        expect(inner, name).toMatch(/^(?:[#/>]|else$|(?:say|count|bytes|score|href) )/)
      }
    }
  })
})
