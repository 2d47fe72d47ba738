import { joinedPath, relativePath } from '../../core/pages/draw/short_path.ts'
import type { FigureText } from './plot_content.ts'

/** The subset of Element used here; the browser's types are not available. */
interface SvgElement {
  attributes: Iterable<{ name: string; value: string }>
  children: Iterable<SvgElement>
  localName: string
  ownerDocument: { createElementNS(namespace: string, name: string): SvgElement }
  outerHTML: string
  textContent: string
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<SvgElement>
  prepend(...children: SvgElement[]): void
  remove(): void
  removeAttribute(name: string): void
  replaceChildren(...children: SvgElement[]): void
  setAttribute(name: string, value: string): void
}

const SVG = 'http://www.w3.org/2000/svg'
const LONG_NUMBER = /-?\d+\.\d{3,}/g

/**
 * Returns a drawing for use in a page: with a title and a description, and without its style sheet, which the pages'
 * CSP forbids (the rules are in `templates/style/figures.css`).
 */
export function finishSvg(svg: SvgElement, { id, title, description }: FigureText): string {
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const path of svg.querySelectorAll('path'))
    path.setAttribute('d', relativePath(path.getAttribute('d') ?? ''))
  for (const group of svg.querySelectorAll('g')) joinShapes(group)
  for (const element of svg.querySelectorAll('*')) shorten(element)
  svg.setAttribute('class', 'plot-svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-labelledby', `${id}-title`)
  svg.setAttribute('aria-describedby', `${id}-about`)
  const [named, about] = [element(svg, 'title', `${id}-title`), element(svg, 'desc', `${id}-about`)]
  named.textContent = title
  about.textContent = description
  svg.prepend(named, about)
  return svg.outerHTML.replaceAll(' />', '/>')
}

/** Draws the rectangles or the lines of a group as one path: a page has dozens of each, three times. */
function joinShapes(group: SvgElement): void {
  const shapes = [...group.children].map((shape) => ({
    name: shape.localName,
    number: (attribute: string) => Number(shape.getAttribute(attribute)),
  }))
  const joined = joinedPath(shapes)
  if (joined === null) return
  const path = group.ownerDocument.createElementNS(SVG, 'path')
  path.setAttribute('d', joined)
  group.replaceChildren(path)
}

/**
 * Removes labels inside a picture, which are never read out, and `font-variant`, which is invalid with Plot's value
 * (the style sheet has it). Rounds to two decimals of a px, the most anyone can see.
 */
function shorten(element: SvgElement): void {
  for (const { name, value } of [...element.attributes])
    if (name.startsWith('aria-') || name === 'font-variant') element.removeAttribute(name)
    else if (name !== 'class') element.setAttribute(name, value.replace(LONG_NUMBER, shortNumber))
}

const shortNumber = (number: string): string => String(Number(Number(number).toFixed(2)))

function element(svg: SvgElement, name: string, id: string): SvgElement {
  const created = svg.ownerDocument.createElementNS(SVG, name)
  created.setAttribute('id', id)
  return created
}
