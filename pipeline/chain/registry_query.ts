import { keccak256, parseAbi, stringToHex, toEventSelector } from 'viem/utils'
import { IDENTITY_REGISTRY, REPUTATION_REGISTRY } from '../catalog/chains.ts'
import type { LogSelector } from './provider.ts'

/** The events of the identity registry that are read. */
export const IDENTITY_EVENTS = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)',
])

/** The events of the reputation registry that are read. */
export const REPUTATION_EVENTS = parseAbi([
  'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
])

/** The only metadata that is read is the wallet: later it can only be set with its signature. */
const WALLET_KEY = keccak256(stringToHex('agentWallet'))

/** The events of both registries in one query: two sources read them, and the second repeats the first one's requests. */
export const REGISTRY_QUERY: LogSelector[] = [
  {
    address: [IDENTITY_REGISTRY],
    topics: [IDENTITY_EVENTS.slice(0, 3).map((event) => toEventSelector(event))],
  },
  { address: [IDENTITY_REGISTRY], topics: [[toEventSelector(IDENTITY_EVENTS[3])], null, [WALLET_KEY]] },
  { address: [REPUTATION_REGISTRY], topics: [REPUTATION_EVENTS.map((event) => toEventSelector(event))] },
]
