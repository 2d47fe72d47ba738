import { HttpError } from '../../../core/interface/errors.ts'
import type { AllowedOrigins } from '../../../core/settings/values.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import type { StatefulCall } from '../../handler/stateful_handler.ts'
import { isAllowedOrigin } from '../rpc/origin.ts'

/**
 * Throws HttpError 400 unless the body is declared as JSON. A browser sends a form, a plain text, or an untyped body
 * for any page without a preflight; this type needs one.
 */
export function requireJson({ header }: HttpCall): void {
  const [type = ''] = (header('content-type') ?? '').split(';')
  if (/^application\/([\w.-]+\+)?json$/i.test(type.trim())) return
  throw new HttpError(
    400,
    'unsupported_media_type',
    "Send the body as JSON and say so: Content-Type: application/json, e.g. curl -H 'Content-Type: application/json' -d @report.json.",
  )
}

/**
 * Throws HttpError 403 for a call that a page of another origin made its reader's browser send. Callers other than
 * browsers send neither header.
 */
export function requireOwnPage({ http, release }: StatefulCall, allowed: AllowedOrigins): void {
  const [origin, site] = [http.header('origin'), http.header('sec-fetch-site')]
  if (origin === null && site !== 'cross-site') return
  const { base_url } = release.reader.about
  if (origin !== null && isAllowedOrigin(origin, base_url, allowed)) return
  if (origin === null && allowed === '*') return
  throw new HttpError(
    403,
    'foreign_page',
    'Reports from web pages of this origin are not taken. Send it from the page /corrections, from a server, or have the origin added to ALLOWED_ORIGINS.',
  )
}
