import type { World } from '../domain/world.ts'

/** Data of every page. */
export interface PageView {
  /** Unlike that of any other page. */
  title: string
  /** One or two sentences for search engines and previews. */
  description: string
  /** The address of the page on this site, e.g. `/changes`. */
  path: string
  /** The pages before and after it in a list; of most pages none. */
  neighbours: { rel: 'prev' | 'next'; href: string }[]
  /** Without a trailing slash. */
  base_url: string
  world: World
  /** The logical date of the release, YYYY-MM-DD. */
  date: string
  limitations: string[]
  /** The addresses of the scripts of this page, beside that of every page. */
  scripts: string[]
  /** The address of the same in Markdown; null for a page that has none. */
  twin: string | null
  /** The address of the picture that previews show; null for none. */
  card: string | null
  /** The same for machines, where a page has it in further formats. */
  alternates: { type: string; title: string; href: string }[]
  /** Subject of the page as JSON-LD of schema.org, for search engines; null for none. */
  json_ld: object | null
}

/** A link with its text. */
export interface LinkView {
  href: string
  text: string
}

/** A part of a methodology, as the legend of its bars names it. */
export interface PartView {
  name: string
  /** The class that colours it, e.g. `part-1`. */
  style: string
}
