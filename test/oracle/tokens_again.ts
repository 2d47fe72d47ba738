import { numberAt, textAt } from '../kit/json.ts'
import type { Reading } from './readers/reading.ts'

/** A token, and what distinguishes it from the others. */
interface Coin {
  id: string
  firstOn: string
  name: string
  symbol: string
  price: number
  value: number
}

/**
 * The tokens that are another one listed again, and which: with its name and symbol, whatever their case, marks and
 * spaces, and its price and value to a hundredth. The first that was listed is the coin, of several of one day the one
 * that is worth more, then the one with the shorter id. Look-alikes of other alphabets are not read here.
 */
export function listedAgain(listed: ReadonlyMap<string, Reading>): Map<string, string> {
  const coins = [...listed].flatMap(([id, reading]) => (reading.goneOn === null ? [toCoin(id, reading)] : []))
  const again = new Map<string, string>()
  for (const group of Map.groupBy(coins, ({ name, symbol }) => `${name} ${symbol}`).values()) {
    const [first, ...others] = group.sort(byAge)
    if (first === undefined || first.name === '' || first.symbol === '') continue
    for (const [at, coin] of others.entries()) {
      const earlier = [first, ...others.slice(0, at)]
      if (earlier.some((other) => isNear(coin.price, other.price) && isNear(coin.value, other.value)))
        again.set(coin.id, first.id)
    }
  }
  return again
}

const toCoin = (id: string, { item, firstOn }: Reading): Coin => ({
  id,
  firstOn,
  name: folded(textAt(item, 'name')),
  symbol: folded(textAt(item, 'symbol')),
  price: numberAt(item, 'current_price') ?? 0,
  value: numberAt(item, 'market_cap') ?? 0,
})

const folded = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')

const isNear = (number: number, other: number): boolean =>
  other > 0 && Math.abs(number - other) <= 0.01 * other

const byAge = (a: Coin, b: Coin): number =>
  a.firstOn.localeCompare(b.firstOn) ||
  b.value - a.value ||
  a.id.length - b.id.length ||
  (a.id < b.id ? -1 : 1)
