import { siteAddress } from './site_address.ts'

interface Digest {
  date: string
  sha256: string
  log_size: number
  transaction_hash: string | null
  anchor_status: string
}

/** Number of log days shown. */
const DAYS = 7

/** Adds what the log and the anchors say now; without an answer the links of the page stay all there is. */
export async function showLog(page: Document): Promise<void> {
  const place = page.querySelector('#log-now')
  const answer = await fetch(siteAddress('/api/proof-of-index/v1')).catch(() => null)
  if (place === null || answer === null || !answer.ok) return
  const { digests, status_reason: reason } = (await answer.json()) as {
    digests: Digest[]
    status_reason: string
  }
  if (digests.length === 0) place.append(element(page, 'p', reason))
  else place.append(createTable(page, digests.slice(0, DAYS)))
}

function createTable(page: Document, digests: Digest[]): HTMLElement {
  const head = ['Day', 'Entries of the log', 'Digest', 'Anchor'].map((text) =>
    element(page, 'th', text, 'col'),
  )
  const rows = digests.map((digest, at) => [
    element(page, 'th', nameRelease(digest.date, digests[at - 1]?.date), 'row'),
    element(page, 'td', String(digest.log_size)),
    element(page, 'td', `${digest.sha256.slice(0, 16)}…`),
    element(
      page,
      'td',
      digest.transaction_hash === null
        ? digest.anchor_status
        : `${digest.anchor_status}: ${digest.transaction_hash}`,
    ),
  ])
  const wrap = (name: string, inner: HTMLElement[]): HTMLElement => {
    const node = page.createElement(name)
    node.append(...inner)
    return node
  }
  const body = rows.map((cells) => wrap('tr', cells))
  return wrap('table', [wrap('thead', [wrap('tr', head)]), wrap('tbody', body)])
}

/** A day may have several releases, the newest first. */
const nameRelease = (date: string, before: string | undefined): string =>
  date === before ? `${date}, an earlier release` : date

function element(page: Document, name: string, text: string, scope?: string): HTMLElement {
  const node = page.createElement(name)
  node.textContent = text
  if (scope !== undefined) node.setAttribute('scope', scope)
  return node
}
