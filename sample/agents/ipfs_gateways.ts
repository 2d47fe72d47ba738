import type { HostHandler } from '../answers.ts'
import { contentFile } from './content_files.ts'
import { registrations } from './registrations.ts'

/** The agent whose file is altered by every gateway but one. */
const ALTERED = 'agent-chess-clock'
const HONEST = 'trustless-gateway.link'

/** A gateway that serves the blocks of content-addressed files. */
export const gatewayHost: HostHandler = ({ seed, url: { host, pathname, searchParams } }) => {
  if (searchParams.get('format') !== 'raw') return new Response('only ?format=raw\n', { status: 406 })
  for (const agent of registrations(seed)) {
    if (agent.shelf !== 'ipfs') continue
    const block = contentFile(agent, agent.id).blocks.find(({ cid }) => pathname === `/ipfs/${cid}`)
    if (block)
      return blockAnswer(agent.slug === ALTERED && host !== HONEST ? alterBytes(block.bytes) : block.bytes)
  }
  return new Response('no provider found\n', { status: 504 })
}

const blockAnswer = (bytes: Uint8Array): Response =>
  new Response(Buffer.from(bytes), { headers: { 'content-type': 'application/vnd.ipld.raw' } })

const alterBytes = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString().replace('Sample Agent', 'Sample Agend'))
