import { createHandler } from '../handler/handler.ts'
import { followRelease } from '../service/follow_release.ts'

/** A call as a function URL or an HTTP API gives it (payload version 2.0). */
export interface LambdaCall {
  rawPath: string
  rawQueryString: string
  headers: Record<string, string>
  requestContext: { http: { method: string } }
  body?: string
  isBase64Encoded: boolean
}

/** An answer as they take it; the body is base64, since it may be any bytes. */
export interface LambdaAnswer {
  statusCode: number
  headers: Record<string, string>
  body: string
  isBase64Encoded: true
}

const log = console.error
const { current } = followRelease({
  output: process.env.OUTPUT ?? 'output',
  now: () => performance.now(),
  log,
})
const answers = createHandler({ current, now: () => new Date(), log })

/** The entry of a Lambda; the releases lie in the folder OUTPUT, e.g. on a file system that is mounted. */
export async function handler(call: LambdaCall): Promise<LambdaAnswer> {
  const response = await answers.answer(toRequest(call))
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  }
}

function toRequest({
  rawPath,
  rawQueryString,
  headers,
  requestContext,
  body,
  isBase64Encoded,
}: LambdaCall): Request {
  const url = `https://localhost${rawPath}${rawQueryString === '' ? '' : `?${rawQueryString}`}`
  const { method } = requestContext.http
  const bytes = body === undefined ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  return new Request(url, { method, headers, body: method === 'GET' || method === 'HEAD' ? null : bytes })
}
