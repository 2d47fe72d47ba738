import { CSV_TYPE, PNG_TYPE, SVG_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { figureCsv, figureSvg, hasValues, type SiteFigure } from '../render/figure.ts'
import { drawPng } from '../render/picture_png.ts'
import type { Site } from './site.ts'

/** Yields the files of figures: `/figures/{id}.svg`, `.png` and `.csv`; of one without values the last alone. */
export async function* figureFiles(
  site: Pick<Site, 'day' | 'baseUrl'>,
  figures: readonly SiteFigure[],
): AsyncGenerator<Artifact> {
  for (const figure of figures) {
    const file = `figures/${figure.content.id}`
    yield { path: `${file}.csv`, contentType: CSV_TYPE, side: 'public', body: figureCsv(figure.content) }
    if (!hasValues(figure.content)) continue
    const svg = figureSvg(figure, site)
    yield { path: `${file}.svg`, contentType: SVG_TYPE, side: 'public', body: svg }
    yield { path: `${file}.png`, contentType: PNG_TYPE, side: 'public', body: await drawPng(svg) }
  }
}
