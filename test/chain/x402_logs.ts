import { account, encodeLog, type Log, transaction } from './fake_chain.ts'

export const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
/** Another token. */
export const EURC = account(0xe0)
const EXACT_PROXY = '0x402085c248eea27d92e8b30b2c58ed07f9e20001'
export const UPTO_PROXY = '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002'
export const BATCH_SETTLEMENT = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'
/** The recipient of payments into a channel by a signed authorization. */
export const COLLECTOR = '0x4020806089470a89826cb9fb1f4059150b550004'

const USED = 'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'
const MOVED = 'event Transfer(address indexed from, address indexed to, uint256 value)'
const CREATED =
  'event ChannelCreated(bytes32 indexed channelId, (address payer, address payerAuthorizer, address receiver, address receiverAuthorizer, address token, uint40 withdrawDelay, bytes32 salt) config)'
const CLAIMED =
  'event Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 total)'

/** The position of a log; by default one transaction for each block, and the token's contract. */
export interface LogPosition {
  block: number
  index: number
  tx?: string
  address?: string
}

const at = ({ block, index, tx = transaction(block), address = USDC }: LogPosition) => ({
  ...{ block, index, tx, address },
})

export const used = (authorizer: string, place: LogPosition): Log =>
  encodeLog(USED, { authorizer, nonce: transaction(place.index) }, at(place))

export const moved = (from: string, to: string, value: bigint, place: LogPosition): Log =>
  encodeLog(MOVED, { from, to, value }, at(place))

/** A payment by a signed authorization: the authorization is used, then the token moves. */
export const paid = (from: string, to: string, value: bigint, place: LogPosition): Log[] => [
  used(from, place),
  moved(from, to, value, { ...place, index: place.index + 1 }),
]

/** The settlement event of a Permit2 proxy. */
export const settled = (place: LogPosition, event = 'Settled'): Log =>
  encodeLog(`event ${event}()`, {}, at({ address: EXACT_PROXY, ...place }))

export const channelOpened = (
  channelId: string,
  { payer, receiver, token = USDC }: { payer: string; receiver: string; token?: string },
  place: LogPosition,
): Log => {
  const config = {
    ...{ payer, payerAuthorizer: payer, receiver, receiverAuthorizer: receiver, token },
    ...{ withdrawDelay: 60, salt: transaction(1) },
  }
  return encodeLog(CREATED, { channelId, config }, at({ address: BATCH_SETTLEMENT, ...place }))
}

export const claimed = (channelId: string, sender: string, amount: bigint, place: LogPosition): Log =>
  encodeLog(
    CLAIMED,
    { channelId, sender, amount, total: amount },
    at({ address: BATCH_SETTLEMENT, ...place }),
  )
