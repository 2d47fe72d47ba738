-- One row per chain ('all': across chains) and UTC day of the last market_days() with a payment: its sellers.
select coalesce(chain, 'all') as chain, day, count(distinct seller) as sellers
from int_x402_facilitators__seller_days
group by grouping sets ((chain, day), (day))
