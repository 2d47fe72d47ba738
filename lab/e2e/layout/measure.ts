import type { Page } from 'playwright-core'

/** Measurements of an open page at its present width. Lengths are in CSS px. */
export interface Measured {
  height: number
  /** Number of px by which the page is wider than the window. */
  tooWide: number
  /** Sizes of its visible texts. */
  fontSizes: number[]
  /** Pairs of controls that lie on each other. */
  overlaps: string[]
  /** Texts of charts that reach out of their drawing. */
  cutTexts: string[]
  /** Rows of a ranking that are whole in the window. */
  rowsInView: number
  rowHeights: number[]
  leadWords: number
  /** Charts, and those of them without a file to take away. */
  charts: number
  chartsWithoutFile: number
  /** Least contrast of the sign of a state with the ground behind it; null without one. */
  contrast: number | null
}

/** Reads them in the browser: a text, since this project has no types of a page here. */
const MEASURE = `(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  const isShown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const box = (node) => node.getBoundingClientRect()
  const name = (node) => node.localName + (node.id ? '#' + node.id : '') + ' ' + (node.value ?? node.textContent).trim().slice(0, 24)

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const sizes = new Set()
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (texts.currentNode.data.trim() === '' || parent.closest('svg, script, .unseen, noscript, option')) continue
    if (isShown(parent) && box(parent).width > 1) sizes.add(Number.parseFloat(getComputedStyle(parent).fontSize))
  }

  const controls = all('main :is(input, select, textarea, button, .chip, summary), header :is(input, button, a)')
    .filter((node) => isShown(node) && box(node).width > 1).map((node) => [node, box(node)])
  const overlaps = []
  for (const [at, [a, one]] of controls.entries())
    for (const [b, other] of controls.slice(at + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (width > 1 && height > 1 && !a.contains(b) && !b.contains(a)) overlaps.push(name(a) + ' on ' + name(b))
    }

  const cutTexts = all('main svg text').filter(isShown).flatMap((text) => {
    const [inner, outer] = [box(text), box(text.ownerSVGElement)]
    if (inner.width === 0 || outer.width === 0) return []
    const out = Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom)
    return out > 1 ? [text.textContent.slice(0, 30) + ' by ' + out.toFixed(1)] : []
  })

  const rows = all('#ranks tbody tr').filter(isShown).map(box)
  const lead = document.querySelector('main .lead')
  const charts = all('main figure').filter((node) => isShown(node) && node.querySelector('svg'))

  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
    .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0)
  const ground = (node) => {
    for (let parent = node; parent; parent = parent.parentElement) {
      const color = channels(getComputedStyle(parent).backgroundColor)
      if (color.length === 3 || color[3] === 1) return color
    }
    return [255, 255, 255]
  }
  const paints = [
    ...all('main .state').map((node) => [getComputedStyle(node, '::before').color, node]),
    ...all('main .calendar path[d]:not([d=""])').map((node) => [getComputedStyle(node).fill, node.ownerSVGElement]),
  ].filter(([paint, node]) => isShown(node) && paint.startsWith('rgb'))
  const contrasts = paints.map(([paint, node]) => {
    const [a, b] = [light(channels(paint)), light(ground(node))].sort((x, y) => y - x)
    return (a + 0.05) / (b + 0.05)
  })
  return {
    height: document.documentElement.scrollHeight,
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    fontSizes: [...sizes].sort((a, b) => a - b),
    overlaps, cutTexts,
    rowsInView: rows.filter(({ bottom }) => bottom <= innerHeight).length,
    rowHeights: rows.map(({ height }) => height),
    leadWords: lead ? lead.textContent.trim().split(/\\s+/).length : 0,
    charts: charts.length,
    chartsWithoutFile: charts.filter((node) => !node.querySelector('.takes a[href$=".csv"]')).length,
    contrast: contrasts.length ? Math.min(...contrasts) : null,
  }
})()`

/** Measures an open page. */
export const measure = (page: Page): Promise<Measured> => page.evaluate(MEASURE)
