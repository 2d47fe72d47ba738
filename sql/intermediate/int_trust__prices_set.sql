-- One row per verdict and trust class (null: any): the advisory price multiplier and what it recommends.
select * from (values
  (1, 'proceed', 'verified', 1.00, 'pay_in_full'),
  (2, 'proceed', 'provisional', 0.90, 'pay_with_limits'),
  (3, 'caution', 'verified', 0.85, 'pay_with_limits'),
  (4, 'caution', 'provisional', 0.80, 'pay_with_limits'),
  (5, 'caution', 'unverified', 0.70, 'pay_little'),
  (6, 'reject', null, 0.50, 'do_not_pay')
) as prices (position, verdict, class, price_multiplier, recommendation)
