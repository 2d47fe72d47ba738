import type { Browser, CDPSession, Page } from 'playwright-core'

/** The cost of a first visit to a page. */
export interface Visit {
  requests: number
  /** Bytes received, compressed, with headers. */
  bytes: number
  /** Milliseconds from the click to the first text or picture. */
  firstPaint: number
  /** Milliseconds from the click to the largest text or picture of the first screen. */
  largestPaint: number
}

/** Slow 4G and a phone's processor, with the figures that Lighthouse uses when it slows a connection down. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const CPU_TIMES_SLOWER = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Opens an address in a browser window of its own, with nothing in its cache, as a slow phone does. */
export async function openCold(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const received = await countReceived(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER })
    const response = await page.goto(url, { waitUntil: 'networkidle' })
    if (response?.ok() !== true)
      throw new Error(`${url} answers ${response?.status()}: it is no page to measure`)
    return { ...received(), ...(await readPaints(page)) }
  } finally {
    await context.close()
  }
}

async function countReceived(session: CDPSession): Promise<() => Pick<Visit, 'requests' | 'bytes'>> {
  const sizes: number[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await session.send('Network.enable')
  return () => ({ requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) })
}

/** Runs in the page, whose kinds of performance entries the types of Node do not know. */
const READ_PAINTS = `new Promise((resolve) => {
  const [first] = performance.getEntriesByName('first-contentful-paint')
  new PerformanceObserver((list) => {
    resolve({ firstPaint: first.startTime, largestPaint: list.getEntries().at(-1).startTime })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

const readPaints = (page: Page): Promise<Pick<Visit, 'firstPaint' | 'largestPaint'>> =>
  page.evaluate(READ_PAINTS)
