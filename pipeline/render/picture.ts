import { xml } from '../../core/domain/text.ts'
import type { Drawing } from '../../core/pages/drawing.ts'
import { textWidth } from './figure_sizes.ts'
import type { FigureText } from './plot_content.ts'

const EDGE = 24

/** Sizes of type of a picture, with the weight and the height of a line, in px. */
const TYPE = {
  title: { size: 20, weight: 600, line: 26, fill: '#16181d' },
  subject: { size: 14, weight: 400, line: 20, fill: '#5a606b' },
  source: { size: 12, weight: 400, line: 16, fill: '#5a606b' },
} as const

// The light colours of templates/style/base.css: a picture is shown on pages that are not ours.
const STYLE = [
  'text{font-family:Inter,system-ui,sans-serif;font-size:12px;fill:#5a606b;stroke:none}',
  '.plot-last text,text.plot-last{fill:#16181d;font-weight:600}',
  '.plot-grid{stroke:#e3e3de;fill:none}.plot-base{stroke:#e3e3de}.plot-gap{fill:#f6f6f4}',
  '.plot-main{color:#2348a8}.plot-beside{color:#5a606b}',
  '.plot-line{stroke:currentColor;fill:none}.plot-line.plot-beside{stroke-dasharray:4 3}',
  '.plot-edge{stroke:currentColor}.plot-dot{fill:currentColor}.plot-noted{fill:#fff;stroke:currentColor}',
  '.plot-band{fill:#2348a8;fill-opacity:.14}.plot-bar{fill:currentColor}.plot-bar.plot-beside{fill-opacity:.35}',
  '.plot-part{fill:none;stroke:currentColor;stroke-dasharray:2 2}',
  '.is-alive,.is-answers{fill:#0b6b57}.is-gated{fill:#0b6b57;fill-opacity:.6}.is-answers-before-payment{fill:#0b6b57;fill-opacity:.3}',
  '.is-silent{fill:#8a4b00}.is-other{fill:#8a4b00;fill-opacity:.45}.is-unmeasured{fill:#5a606b}.is-unknown{fill:#e3e3de}',
  '.is-first{fill:#2348a8}.is-second{fill:#7388cb}.is-rest{fill:#e3e3de}',
].join('')

/** Returns a drawing as a picture that stands alone, with its words and its style. */
export function drawPicture(words: FigureText & { source: string }, drawing: Drawing): string {
  const [, width = '640', height = '0'] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing.svg) ?? []
  const inside = Number(width)
  let y = EDGE
  const write = (text: string, type: keyof typeof TYPE): string => {
    const { size, weight, line, fill } = TYPE[type]
    const lines = wrapped(text, inside / size)
    return lines
      .map((own) => {
        y += line
        return `<text x="${EDGE}" y="${y - (line - size) / 2 - 2}" style="font-size:${size}px;font-weight:${weight};fill:${fill}">${xml(own)}</text>`
      })
      .join('')
  }
  const head = write(words.title, 'title') + write(words.description, 'subject')
  y += 12
  const placed = drawing.svg.replace('<svg ', `<svg x="${EDGE}" y="${y}" `)
  y += Number(height) + 8
  const foot = write(words.source, 'source')
  const size = { width: inside + 2 * EDGE, height: y + EDGE }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${xml(words.title)}"><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>${head}${placed}${foot}</svg>\n`
}

/** Returns a text in lines that are at most `width` wide, in units of its size. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && textWidth(longer) / 12 <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
