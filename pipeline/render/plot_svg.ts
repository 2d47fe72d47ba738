import type { PlotGiven } from './plot_given.ts'

/** What is used of an element; the types of browsers are not known here. */
interface SvgElement {
  attributes: Iterable<{ name: string; value: string }>
  ownerDocument: { createElementNS(namespace: string, name: string): SvgElement }
  outerHTML: string
  textContent: string
  querySelectorAll(selector: string): Iterable<SvgElement>
  prepend(...children: SvgElement[]): void
  remove(): void
  removeAttribute(name: string): void
  setAttribute(name: string, value: string): void
}

const SVG = 'http://www.w3.org/2000/svg'
const LONG_NUMBER = /-?\d+\.\d{3,}/g

/**
 * A drawing as it stands in a page: without the style sheet in it, which the policy of the pages forbids (the rules are
 * in `templates/style/plots.css`), and with a title and a description.
 */
export function finished(
  svg: SvgElement,
  { id, title, description }: Pick<PlotGiven, 'id' | 'title' | 'description'>,
): string {
  for (const style of svg.querySelectorAll('style')) style.remove()
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

/**
 * Labels inside of a picture are never read out, no eye can tell more than two decimals of a px, and `font-variant` is no
 * attribute of valid SVG with the value that Plot gives it (the style sheet has it).
 */
function shorten(element: SvgElement): void {
  for (const { name, value } of [...element.attributes])
    if (name.startsWith('aria-') || name === 'font-variant') element.removeAttribute(name)
    else if (name !== 'class') element.setAttribute(name, value.replace(LONG_NUMBER, shortNumber))
}

const shortNumber = (number: string): string => String(Number(Number(number).toFixed(2)))

function element(svg: SvgElement, name: string, id: string): SvgElement {
  const made = svg.ownerDocument.createElementNS(SVG, name)
  made.setAttribute('id', id)
  return made
}
