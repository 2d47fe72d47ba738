-- Every agent's state is said in words that begin with it.
select liveness.handle
from liveness
full join liveness_words as words using (handle)
where words.words is null or liveness.handle is null
  or not starts_with(words.words, case liveness.liveness when 'alive' then 'Alive: ' when 'not_alive' then 'Not alive: ' else 'Not known: ' end)
