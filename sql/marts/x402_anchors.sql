-- One row per chain and operator whose payers are known wallets, and the date since which they are.
select chain, operator, since, chosen_by from int_x402__anchors
