import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A facilitator to whom no payment is right. It answers as a node of a chain too, and knows nothing as that. */
export interface RefusingFacilitator {
  url: string
  asked: { verify: number; settle: number }
  close(): Promise<void>
}

const NO = {
  isValid: false,
  invalidReason: 'refused',
  success: false,
  errorReason: 'refused',
  transaction: '',
}

/** Starts one on a free port of the loopback. */
export async function refusingFacilitator(): Promise<RefusingFacilitator> {
  const asked = { verify: 0, settle: 0 }
  const server = createServer((request, response) => {
    const step = request.url === '/verify' ? 'verify' : request.url === '/settle' ? 'settle' : null
    if (step !== null) asked[step] += 1
    request.resume().on('end', () => {
      response.writeHead(step === null ? 503 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(step === null ? {} : NO))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    return closed
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close }
}
