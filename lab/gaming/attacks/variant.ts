import { cardHolder, seller } from '../agents.ts'
import type { Rows, Variant } from '../attack.ts'
import { cost } from '../prices.ts'

/** A variant of an attack on services: the attacker's host is `<name>.example`. */
export const variant = (
  label: string,
  name: string,
  units: Parameters<typeof cost>[0],
  make: (name: string) => Rows,
): Variant => ({ label, spent: cost(units), rows: make(name), records: [seller(name), cardHolder(name)] })
