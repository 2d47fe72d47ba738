import { siteAddress } from './site_address.ts'

/** Shows whether a service answers at this address; static hosts have none. */
export async function showService(page: Document): Promise<void> {
  const place = page.querySelector('#service-now')
  if (place === null) return
  const answer = await fetch(siteAddress('/readyz')).catch(() => null)
  const text = answer?.ok || answer?.status === 503 ? await answer.text() : ''
  const isService = /^(?:ready|not ready\b)/.test(text)
  place.textContent = isService
    ? `Now: ${text.slice(0, 200).trim()}.`
    : 'Now: no service answers at this address.'
}
