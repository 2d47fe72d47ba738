import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RunFailed } from '../../../core/domain/errors.ts'

const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** Of the font as it is cut, in Wasm: the same bytes on every machine. */
const SHA256 = '507da9cb7de2d81fd7b4f39e0a36c8fa168918a815ee4ee9f72ea12f666a41e2'

/** Latin, punctuation, arrows and signs, as far as the file has them: the reader's own fonts have other characters. */
const RANGES = [
  [0x20, 0x2ff],
  [0x2000, 0x22ff],
] as const
const LATIN = RANGES.map(([first, last]) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at)),
).join('')

/** Features that a browser uses unasked for these characters, and tabular figures. */
const FEATURES = ['calt', 'ccmp', 'kern', 'locl', 'tnum']

/** The weights of the style sheet. */
const WEIGHTS = { min: 400, max: 600, default: 400 }

/** Cutting takes a second: where this can be written, it is done once. */
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/assay-font/inter.woff2', import.meta.url))

let font: Promise<Uint8Array> | null = null

/** Returns Inter as WOFF2, cut to what pages use of it. Throws RunFailed if its packages give another font. */
export function siteFont(): Promise<Uint8Array> {
  font ??= readKept() ?? cutFont()
  return font
}

function readKept(): Promise<Uint8Array> | null {
  try {
    const kept = readFileSync(KEPT)
    return isWanted(kept) ? Promise.resolve(kept) : null
  } catch {
    return null
  }
}

async function cutFont(): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font')
  const cut = await subsetFont(readFileSync(new URL(import.meta.resolve(INTER))), LATIN, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  })
  if (!isWanted(cut))
    throw new RunFailed(
      `${INTER} was cut to other bytes, as after an upgrade of its packages: look at the pages, and write ${hash('sha256', cut)} as SHA256 in pipeline/artifacts/pages/site_font.ts`,
    )
  keep(cut)
  return cut
}

const isWanted = (bytes: Uint8Array): boolean => hash('sha256', bytes) === SHA256

/** Keeps it for the next process, which looks whether it is whole; where nothing can be written, that one cuts again. */
function keep(cut: Uint8Array): void {
  try {
    mkdirSync(dirname(KEPT), { recursive: true })
    writeFileSync(KEPT, cut)
  } catch {}
}
