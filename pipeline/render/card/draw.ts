import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import type { CardContent } from './content.ts'
import { FONTS } from './fonts.ts'
import { cardLayout } from './layout.ts'

/** Draws a preview card as PNG, 1200 by 630. The same values give the same bytes. */
export async function drawCard(content: CardContent): Promise<Uint8Array> {
  const layout = cardLayout(content) as unknown as Parameters<typeof satori>[0]
  const svg = await satori(layout, { width: 1200, height: 630, fonts: FONTS })
  // Text is outlines by now, so no font of the machine can affect it.
  return new Uint8Array(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng())
}
