import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

/** Returns the problems that a validator finds in a text; empty if it is valid. */
type Validate = (text: string) => string[] | Promise<string[]>

/** A public validator, or parser that refuses what is malformed, with the files that it judges. */
interface Validator {
  name: string
  judges: RegExp
  /** Throws NotInstalled where the validator is not there. */
  load(): Promise<Validate>
}

/** A validator that is not on this machine. */
class NotInstalled extends Error {
  override name = 'NotInstalled'
}

const RSS = /^changes\.xml$/
const ATOM = /\.atom$/
const JSON_FEED = /^changes\.json$/
const SITEMAPS = /^(?:sitemap|sitemaps\/\d+)\.xml$/

/** All validators of feeds and sitemaps; those of npm are development dependencies. */
const VALIDATORS: Validator[] = [
  { name: 'libxml2-wasm: well-formed XML', judges: /\.(?:xml|atom)$/, load: loadXml },
  { name: 'libxml2-wasm: the schema of sitemaps.org', judges: SITEMAPS, load: loadSitemapSchema },
  { name: 'sitemap: its strict reader', judges: SITEMAPS, load: loadSitemapReader },
  { name: 'feedsmith: RSS 2.0', judges: RSS, load: loadFeedsmith },
  { name: 'feedsmith: Atom', judges: ATOM, load: loadFeedsmithAtom },
  { name: 'feedparser (Python): RSS 2.0', judges: RSS, load: loadFeedparser },
  { name: 'ajv with jsonfeed-schema: JSON Feed 1.1', judges: JSON_FEED, load: loadJsonFeedSchema },
]

/** The result of one validator on one file; `problems` is null if the validator is not installed. */
export interface Verdict {
  validator: string
  file: string
  problems: string[] | null
}

/** Shows every file (by its path in the release) to every validator that judges such files. */
export async function validateFeeds(files: ReadonlyMap<string, string>): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { name, judges, load } of VALIDATORS) {
    const judge = await load().catch(absent)
    for (const [file, text] of files)
      if (judges.test(file))
        verdicts.push({ validator: name, file, problems: judge && (await findProblems(judge, text)) })
  }
  return verdicts
}

function absent(error: unknown): null {
  const isMissing =
    error instanceof NotInstalled || (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
  if (isMissing) return null
  throw error
}

async function findProblems(judge: Validate, text: string): Promise<string[]> {
  try {
    return await judge(text)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

async function loadXml(): Promise<Validate> {
  const { XmlDocument } = await import('libxml2-wasm')
  return (text) => {
    XmlDocument.fromString(text).dispose()
    return []
  }
}

async function loadSitemapSchema(): Promise<Validate> {
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm')
  const folder = dirname(createRequire(import.meta.url).resolve('sitemap/package.json'))
  const schema = XsdValidator.fromDoc(
    XmlDocument.fromBuffer(readFileSync(join(folder, 'schema', 'sitemap.xsd'))),
  )
  return (text) => {
    const document = XmlDocument.fromString(text)
    try {
      // The package has the schema of lists of pages; its reader judges lists of sitemaps.
      if (document.root.name === 'urlset') schema.validate(document)
      return []
    } finally {
      document.dispose()
    }
  }
}

async function loadSitemapReader(): Promise<Validate> {
  const { ErrorLevel, XMLToSitemapIndexStream, XMLToSitemapItemStream } = await import('sitemap')
  return async (text) => {
    const options = { level: ErrorLevel.THROW, logger: false as const }
    const reader = text.includes('<sitemapindex')
      ? new XMLToSitemapIndexStream(options)
      : new XMLToSitemapItemStream(options)
    const read = (await Readable.from([text]).pipe(reader).toArray()).length
    const written = text.split('<loc>').length - 1
    return read === written ? [] : [`${read} of ${written} entries were read`]
  }
}

async function loadFeedsmith(): Promise<Validate> {
  const { detectRssFeed, parseRssFeed } = await import('feedsmith')
  return (text) => {
    if (!detectRssFeed(text)) return ['not taken for RSS']
    const { title, link, description, items = [] } = parseRssFeed(text)
    const ids = new Set(items.map(({ guid }) => guid?.value))
    return [
      ...(title && link && description ? [] : ['the channel has no title, link or description']),
      ...(ids.size === items.length ? [] : ['an item has no guid of its own']),
      ...items.flatMap((item) =>
        item.title && item.link && item.pubDate && item.guid?.isPermaLink === false
          ? []
          : [`${item.guid?.value} lacks a title, link, pubDate or isPermaLink="false"`],
      ),
    ]
  }
}

/** Demands what RFC 4287 does of a feed and its entries, which the parser alone does not. */
async function loadFeedsmithAtom(): Promise<Validate> {
  const { detectAtomFeed, parseAtomFeed } = await import('feedsmith')
  return (text) => {
    if (!detectAtomFeed(text)) return ['not taken for Atom']
    const { id, title, updated, authors = [], links = [], entries = [] } = parseAtomFeed(text)
    const ids = new Set(entries.map((entry) => entry.id))
    const isWhole = id && title && isTime(updated) && authors.some(({ name }) => name)
    return [
      ...(isWhole ? [] : ['the feed has no id, title, author or time']),
      ...(links.some(({ rel, href }) => rel === 'self' && href) ? [] : ['the feed does not say where it is']),
      ...(ids.size === entries.length ? [] : ['an entry has no id of its own']),
      ...entries.flatMap((entry) =>
        entry.id && entry.title && isTime(entry.updated) && entry.links?.[0]?.href
          ? []
          : [`${entry.id} lacks a title, link or time`],
      ),
    ]
  }
}

/** True for a time as RFC 3339 writes it. */
const isTime = (time: unknown): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(time)) && !Number.isNaN(Date.parse(String(time)))

const FEEDPARSER = `
import json, sys
try:
    import feedparser
except ImportError:
    sys.exit(3)
feed = feedparser.parse(sys.stdin.buffer.read())
undated = [entry.get('id') for entry in feed.entries if not entry.get('published_parsed')]
problems = [str(feed.bozo_exception)] if feed.bozo else []
if feed.version != 'rss20':
    problems.append('taken for ' + repr(feed.version))
problems += ['no date is read from ' + str(one) for one in undated]
print(json.dumps(problems))
`

async function loadFeedparser(): Promise<Validate> {
  const run = (text: string) => spawnSync('python3', ['-c', FEEDPARSER], { input: text, encoding: 'utf8' })
  const { error, status } = run('')
  if (error !== undefined || status === 3) throw new NotInstalled('feedparser')
  return (text) => {
    const { stdout, stderr, status } = run(text)
    return status === 0 ? (JSON.parse(stdout) as string[]) : [stderr]
  }
}

async function loadJsonFeedSchema(): Promise<Validate> {
  const { Ajv } = await import('ajv')
  const { default: formats } = await import('ajv-formats')
  const schema = createRequire(import.meta.url)('jsonfeed-schema/v1.1') as object
  const ajv = new Ajv({ allErrors: true, strict: false })
  formats.default(ajv)
  const check = ajv.compile(schema)
  return (text) => {
    check(JSON.parse(text))
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }
}
