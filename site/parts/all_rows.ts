import { siteAddress } from './site_address.ts'

/** Maximum number of pages read: the first ones of a longer list. */
const MAX_PAGES = 20
/** Maximum number of concurrent reads. */
const AT_ONCE = 4

/** The rows of a list over its pages, in order. Throws when a page cannot be read. */
export async function allRows(list: string, pages: number): Promise<HTMLTableRowElement[]> {
  const numbers = Array.from({ length: Math.min(pages, MAX_PAGES) }, (_, at) => at + 1)
  const rows: HTMLTableRowElement[] = []
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const read = await Promise.all(
      numbers.slice(at, at + AT_ONCE).map((page) => fetchPage(`${list}/${page}`)),
    )
    for (const page of read) rows.push(...page.querySelectorAll<HTMLTableRowElement>('#ranks > tbody > tr'))
  }
  return rows.map((row) => document.adoptNode(row))
}

/** Reads a page of this site as a document: its text never becomes markup of the requesting page. */
function fetchPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', siteAddress(address))
    request.responseType = 'document'
    request.onload = () =>
      request.status === 200 && request.responseXML !== null
        ? resolve(request.responseXML)
        : reject(new Error(`${address}: ${request.status}`))
    request.onerror = () => reject(new Error(`${address}: no answer`))
    request.send()
  })
}
