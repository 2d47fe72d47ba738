import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** Latin, punctuation, arrows and signs, as far as the file has them: the reader's own fonts have other characters. */
const RANGES = [
  [0x20, 0x2ff],
  [0x2000, 0x22ff],
] as const
const LATIN = RANGES.map(([first, last]) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at)),
).join('')

/** What a browser does unasked for these characters, and tabular figures. */
const FEATURES = ['calt', 'ccmp', 'kern', 'locl', 'tnum']

/** The weights of the style sheet. */
const WEIGHTS = { min: 400, max: 600, default: 400 }

let cut: Promise<Uint8Array> | null = null

/** Returns Inter as WOFF2, cut once per process to what pages use of it. The same bytes on every machine: it is cut in Wasm. */
export function siteFont(): Promise<Uint8Array> {
  cut ??= subsetFont(readFileSync(new URL(import.meta.resolve(INTER))), LATIN, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  })
  return cut
}
