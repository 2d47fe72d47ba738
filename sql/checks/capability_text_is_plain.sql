-- Every indexed agent has exactly one search text, within its size limit and without invisible characters.
select liveness.handle from liveness left join capability_text using (handle)
group by liveness.handle
having count(capability_text.handle) <> 1
  or bool_or(length(trusted_text) > 6000 or length(untrusted_text) > 6000)
  or bool_or(regexp_matches(trusted_text || untrusted_text, '[\p{Cc}\p{Cf}<>=]|  '))
