import { readFile } from 'node:fs/promises'
import satori from 'satori'
import { FONT_SIZE, HEIGHT } from '../../core/badge/glyphs.ts'
import { FONT_FILE } from '../../pipeline/render/badge_font.ts'

/** How satori is told to set the badge's text: kerned, without ligatures and contextual forms. */
export const TEXT_STYLE = {
  display: 'flex',
  alignItems: 'center',
  fontFamily: 'Inter',
  fontWeight: 600,
  fontVariantLigatures: 'none',
} as const

/**
 * Has satori draw printable ASCII (without the space) in one call, `zoom` times the badge's size: each
 * character by itself at the left edge of a row as high as the badge. Gives path data by character.
 */
export async function drawnBySatori(zoom: number): Promise<Map<string, string>> {
  const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  const cells = characters.map((children) => ({
    type: 'div',
    props: { style: { position: 'absolute', left: 0 }, children },
  }))
  const style = { ...TEXT_STYLE, fontSize: FONT_SIZE * zoom, height: HEIGHT * zoom }
  const row = { type: 'div', key: null, props: { style, children: cells } }
  const data = await readFile(FONT_FILE)
  const fonts = [{ name: 'Inter', data, weight: 600 as const, style: 'normal' as const }]
  const svg = await satori(row, { width: 4 * HEIGHT * zoom, height: HEIGHT * zoom, fonts, embedFont: true })
  const paths = [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].map(([, data = '']) => data)
  if (paths.length !== characters.length) {
    throw new Error(
      'satori did not draw one path for each character; look at the font or the version of satori',
    )
  }
  return new Map(characters.map((character, index) => [character, paths[index] as string]))
}
