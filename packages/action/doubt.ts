import { quote } from './names.ts'

/** An uncertain command or server; the message says why, and what to do. */
export class Doubt extends Error {}

/** Headers by which a request reaches another host than its address names. */
const ROUTING =
  /^(?::authority|host|forwarded|via|x-forwarded.*|x-original.*|x-rewrite.*|x-host|x-http-.*|proxy-.*|connection|upgrade|te|trailer|transfer-encoding|content-length)$/i
/** Throws a Doubt for a header that may lead a request elsewhere. */
export function checkHeader(name: string): void {
  if (ROUTING.test(name.trim()))
    throw new Doubt(`its header ${quote(name)} can lead the request to another host: take it out`)
}
