-- One row per chain and operator whose payers are known wallets, and since when.
select chain, operator, since, chosen_by from int_x402_anchors__chosen
