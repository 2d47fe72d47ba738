import { numberAt, textAt } from '../kit/json.ts'
import type { Input } from './inputs.ts'
import { input, parseTime, receivedAt } from './inputs_server.ts'
import type { Readings } from './readings.ts'

/** Returns the inputs of a token by its id on CoinGecko; none if it is no longer listed. */
export function tokenInputs(id: string, { tokens, protocols }: Readings): Input[] {
  const token = tokens.listed.get(id)
  if (token === undefined || token.goneOn !== null) return []
  const traded = tokens.traded.get(id)
  const locked = [...protocols].filter(
    ([, { item, goneOn }]) => goneOn === null && textAt(item, 'gecko_id') === id,
  )
  return [
    input('token_market_cap', id, numberAt(token.item, 'market_cap'), null, token),
    input('token_volume', id, numberAt(token.item, 'total_volume'), null, token),
    ...(traded === undefined
      ? []
      : [
          input(
            'token_traded_at',
            id,
            null,
            parseTime(textAt(traded.item, 'last_updated')) ?? receivedAt(traded),
            traded,
          ),
        ]),
    ...locked.flatMap(([slug, protocol]) => {
      const listedAt = numberAt(protocol.item, 'listedAt')
      return [
        input('token_tvl', slug, numberAt(protocol.item, 'tvl'), null, protocol),
        input('token_protocol_listed_at', slug, null, listedAt === null ? null : listedAt * 1000, protocol),
      ]
    }),
  ]
}
