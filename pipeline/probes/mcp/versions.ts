import { STATELESS_VERSION } from '../../../core/interface/service.ts'

/** Versions with a handshake, newest first: the first is offered, and a server may choose another. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']
/** Offered one after the other to a server that refuses the newest and does not say what it speaks. */
export const OFFERED_NEXT = ['2025-06-18', '2024-11-05']

/** The prober; its address says what is asked, how often, and how to stop it. */
const CLIENT_INFO = { name: 'Assay', version: '1.0.0', websiteUrl: 'https://github.com/assay-index/assay' }

/** Returns the parameters of `initialize`. */
export const formatInitialize = (protocolVersion: string): object => ({
  protocolVersion,
  capabilities: {},
  clientInfo: CLIENT_INFO,
})

/** Returns what every request without a handshake says of its client. */
export const formatMeta = (): object => ({
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
})
