-- One row per number of the wash rule, with what it decides; docs/wash-rule.md prints this table.
select unnest([
  {name: 'least_payments', value: 10::decimal(6, 2), says: 'payments in the window below which no share is judged'},
  {name: 'self_share', value: 0.10, says: 'share of payments or volume that the operator pays itself, from which it is flagged self_payment'},
  {name: 'funded_share', value: 0.20, says: 'share of payments or volume by payers that the operator funded, from which it is flagged funded_payers'},
  {name: 'loop_share', value: 0.20, says: 'share of payments or volume by payers in a closed loop, from which it is flagged closed_loop'},
  {name: 'loop_return', value: 0.50, says: 'share of what a payer paid that comes back to it, from which the two are a closed loop'},
  {name: 'few_payers', value: 3, says: 'how many of the largest payers few_payers_many_payments looks at'},
  {name: 'few_payers_share', value: 0.90, says: 'share of payments that these make together, above which the operator is flagged'},
  {name: 'many_payments', value: 50, says: 'payments in the window from which few_payers_many_payments is judged'},
  {name: 'dominant_share', value: 0.60, says: 'share of payments by one payer, above which dominant_payer is noted'}
], recursive := true)
