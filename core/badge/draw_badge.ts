import { makeBadge as drawWithShields } from 'badge-maker'
import { Cache } from '../domain/cache.ts'
import { xml } from '../domain/text.ts'
import type { StaleMark } from '../views/stale_badge.ts'
import type { Badge, BadgeStyle } from './badge.ts'

/** Drawing without its sentence, which goes between `head` and `rest` in two places. */
interface Shape {
  head: string
  rest: string
}

/** Most badges of a release share a few shapes, and drawing one takes 20 times as long as filling it in. */
const shapes = new Cache<Shape>({ maxSize: 1_000 })

const NAMED = /^(<svg [^>]*aria-label=")[^"]*"><title>[^<]*<\/title>/

/** Draws a badge as SVG. It has no ids, so that one page can have several. */
export function drawBadge(badge: Badge, style: BadgeStyle): string {
  const { label, labelColor, message, color, sentence } = badge
  const key = [style, label, labelColor, message, color].join('\n')
  let shape = shapes.get(key)
  if (shape === undefined) {
    shape = drawShape({ style, label, labelColor, message, color })
    shapes.put(key, shape)
  }
  const text = xml(sentence)
  return `${shape.head}${text}"><title>${text}</title>${shape.rest}`
}

function drawShape(fields: Parameters<typeof drawWithShields>[0]): Shape {
  const svg = removeIds(drawWithShields(fields))
  const [named = '', head = ''] = NAMED.exec(svg) ?? []
  return { head, rest: svg.slice(named.length) }
}

/** Without shadows and gradients, which are found by ids that all badges in a page would share. */
const removeIds = (svg: string): string =>
  svg
    .replace(/<(filter|linearGradient|clipPath) .*?<\/\1>/g, '')
    .replace(/<g aria-hidden="true".*?<\/g>/g, '')
    .replace(/<rect [^>]*fill="url\(#s\)"\/>/, '')
    .replace('clip-path="url(#r)"', 'clip-path="inset(0 round 3px)"')

// Another grey than that of an agent that has departed.
const STALE_COLOR = '#555'
/** The width of an empty label, in px: so much of the mark lies beneath the round end of a badge. */
const EMPTY_LABEL = 10

/** Draws the field with the day of a late badge, to append to a badge of the same style. */
export function drawStaleMark(day: string, style: BadgeStyle): StaleMark {
  const isRound = style === 'flat'
  const label = isRound ? { labelColor: STALE_COLOR } : {}
  const { head, rest } = drawShape({ style, ...label, message: `as of ${day}`, color: STALE_COLOR })
  const drawing = rest.replace('</svg>', '')
  const width = Number(/ width="([\d.]+)"/.exec(head)?.[1])
  return isRound
    ? { width: width - EMPTY_LABEL, svg: `<g transform="translate(-${EMPTY_LABEL})">${drawing}</g>` }
    : { width, svg: drawing }
}
