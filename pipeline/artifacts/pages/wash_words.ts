/** Descriptions of the wash rule's flags and notices (docs/scores/wash-rule.md). */
const WORDS: Record<string, string> = {
  self_payment: 'The operator pays itself, for a large share of its payments or volume.',
  funded_payers: 'Wallets funded by the operator pay a large share of what it receives.',
  closed_loop: 'Payers get their money back from the operator, for a large share of what it receives.',
  few_payers_many_payments: 'Nearly all of its many payments come from a few wallets.',
  dominant_payer: 'One payer makes most payments. This can be honest, and changes no figure and no rank.',
}

/** Returns the meaning of a flag or a notice; its own name if there is no description. */
export const washWords = (flag: string): string => WORDS[flag] ?? flag.replaceAll('_', ' ')
