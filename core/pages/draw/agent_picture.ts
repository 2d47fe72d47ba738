import { clean, xml } from '../../domain/text.ts'
import type { Snapshot } from '../../views/agent_days.ts'
import { shortDay } from '../numbers.ts'
import { calendar } from './calendar.ts'
import { sparkline } from './sparkline.ts'

const STYLE =
  'text{font:12px Inter,system-ui,sans-serif;fill:#5a606b}.h{font-size:16px;font-weight:600;fill:#16181d}.course path{fill:none;stroke:#2348a8;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.course .end{stroke-width:5}.alive{fill:#0b6b57}.dead{fill:#8a4b00}.unknown{fill:#e3e3de}'

/** The agent and the source of its picture, in words; the name is third-party text. */
export interface PictureOf {
  name: string
  handle: string
  source: string
}

/** Draws the scores of days as a picture that stands alone: SVG; null where fewer than two are known. */
export function scorePicture(of: PictureOf, days: readonly Snapshot[]): string | null {
  const scores = days.map(({ score_total }) => score_total)
  const known = scores.filter((score) => score !== null)
  const line = sparkline(scores, 'course', { width: 560, height: 120 })
  if (line === null) return null
  const placed = line.svg.replace('<svg ', '<svg x="24" y="72" width="560" height="120" ')
  const [low, high] = [Math.min(...known), Math.max(...known)].map((score) => score.toFixed(1))
  const [, end] = /class="end" d="M\S+ (\S+)h/.exec(line.svg) ?? []
  const last =
    end === undefined ? '' : `<text x="592" y="${76 + Number(end)}">${known.at(-1)?.toFixed(1)}</text>`
  return picture(of, {
    ...{ title: 'Score of', subject: `Between ${low} and ${high}, of 100`, days, height: 192 },
    drawn: placed + last,
  })
}

/** Draws whether the agent was alive on each day as a picture that stands alone: SVG. */
export function alivePicture(of: PictureOf, days: readonly Snapshot[]): string {
  const states = days.map(({ alive }) => alive)
  const count = (wanted: boolean | null): number => states.filter((state) => state === wanted).length
  const subject = `Green: alive on ${count(true)} days; brown: silent on ${count(false)}; grey: not known on ${count(null)}`
  const drawn = calendar(states).svg.replace('<svg ', '<svg x="24" y="72" height="124" ')
  return picture(of, { title: 'Days alive of', subject, days, drawn, height: 196 })
}

interface Drawn {
  title: string
  subject: string
  days: readonly Snapshot[]
  drawn: string
  height: number
}

function picture(of: PictureOf, { title, subject, days, drawn, height }: Drawn): string {
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''].map(shortDay)
  const name = `${title} ${clean(of.name, 48) || of.handle}`
  const text = (y: number, words: string, style = '') => `<text x="24" y="${y}"${style}>${xml(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${height + 48}" viewBox="0 0 640 ${height + 48}" role="img" aria-label="${xml(name)}"><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>${text(36, name, ' class="h"')}${text(56, `${subject}; ${from} to ${to}.`)}${drawn}${text(height + 28, of.source)}</svg>\n`
}
