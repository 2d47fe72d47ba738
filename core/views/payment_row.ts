/** A payment to an agent over x402. The payer is left out: payers are in no list. */
export interface SellerPayment {
  paid_at: string
  chain: string
  chain_name: string
  /** US dollars as a decimal string. */
  amount_usd: string
  /** The facilitator that relayed it; null for one that the catalogue does not list. */
  facilitator: string | null
  transaction: string
  /** Its page at a block explorer. */
  transaction_url: string
}
