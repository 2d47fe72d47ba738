import { siteAddress } from './site_address.ts'

/** The JSON at a path of this site; null where there is none, or it cannot be read. */
export async function askJson<T>(address: string): Promise<T | null> {
  try {
    const response = await fetch(siteAddress(address), { headers: { accept: 'application/json' } })
    return response.ok ? ((await response.json()) as T) : null
  } catch {
    return null
  }
}
