/** Extracts values from the XML of S3 without a parser: the responses are flat, and values hold no markup. */

/** An object as a listing names it. */
export interface ListedObject {
  /** Below the bucket's prefix. */
  key: string
  bytes: number
  etag: string
  /** Last modification, in milliseconds, by the clock of the store. */
  modified: number
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
      : (ENTITIES[name] ?? all),
  )

/** The text of the first element of this name, or null. */
export function elementText(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text === undefined ? null : plain(text)
}

/** Parses one page of a listing, with the token of the next page; null on the last one. */
export function listingPage(xml: string): { objects: ListedObject[]; next: string | null } {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    key: elementText(object, 'Key') ?? '',
    bytes: Number(elementText(object, 'Size')),
    etag: bareEtag(elementText(object, 'ETag') ?? ''),
    modified: Date.parse(elementText(object, 'LastModified') ?? ''),
  }))
  const isCut = elementText(xml, 'IsTruncated') === 'true'
  return { objects, next: isCut ? elementText(xml, 'NextContinuationToken') : null }
}

/** An ETag without its quotes: some stores write them, others do not. */
export const bareEtag = (etag: string): string => etag.replace(/^"|"$/g, '')
