import { expect, test } from 'vitest'
import { drawPicture } from '../../pipeline/render/picture.ts'
import { drawPng } from '../../pipeline/render/picture_png.ts'

const DRAWING = { svg: '<svg viewBox="0 0 320 10"><rect width="9" height="9"/></svg>', css: '' }
const draw = (title: string) =>
  drawPng(drawPicture({ id: 'figure', title, description: 'Of all.', source: 'This index' }, DRAWING))

test.each(['Less: <0.1 % of those known', 'a "quote" & <b>more</b>', "an 'apostrophe' > all"])(
  'a title of %j is drawn: it may have the name of a stranger',
  async (title) => {
    const png = Buffer.from(await draw(title))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(2 * (320 + 48))
    expect(png.equals(Buffer.from(await draw('Another')))).toBe(false)
  },
)
