-- One row per character that resembles a plain Latin letter or digit: another form of it (full width, mathematical,
-- circled), or a letter of another script that looks the same. Code points, so that look-alikes can be told apart.
with forms as (
  select chr((65281 + n)::int) as seen, chr((33 + n)::int) as plain from range(94) as points(n)
  union all
  select chr((119808 + n)::int), chr((case when n % 52 < 26 then 65 + n % 52 else 71 + n % 52 end)::int) from range(676) as points(n)
  union all
  select chr((120782 + n)::int), chr((48 + n % 10)::int) from range(50) as points(n)
  union all
  select chr((9398 + n)::int), chr((case when n < 26 then 65 + n else 71 + n end)::int) from range(52) as points(n)
),
looks as (
  select unnest(points) as point, plain
  from (values
    ('a', [1072, 1040, 945, 913, 593]), ('b', [1074, 1042, 946, 914]), ('c', [1089, 1057, 1010, 8557, 1409]),
    ('d', [1281, 273, 8558]), ('e', [1077, 1045, 1105, 949, 917, 8494]), ('g', [609, 1409, 1292]), ('h', [1211, 1085, 1053, 919, 1392]),
    ('i', [1110, 1030, 953, 921, 305, 8560]), ('j', [1112, 1032, 1011]), ('k', [1082, 1050, 954, 922]), ('l', [1216, 1231, 322, 8572]),
    ('m', [1084, 1052, 924, 8559]), ('n', [951, 925, 1400]), ('o', [1086, 1054, 959, 927, 1413, 248]), ('p', [1088, 1056, 961, 929]),
    ('q', [1307]), ('r', [1075]), ('s', [1109, 1029]), ('t', [1090, 1058, 964, 932]), ('u', [965, 1405, 1357]), ('v', [957, 1141, 8564]),
    ('w', [1309, 1121, 969]), ('x', [1093, 1061, 967, 935, 8569]), ('y', [1091, 1059, 933, 947]), ('z', [918, 7434])
  ) as alike (plain, points)
)
select seen, plain, 'form' as kind from forms
union all
select chr(min(point)), min(plain), 'look_alike' from looks group by point
