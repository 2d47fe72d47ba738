-- Every signal is computed from recorded inputs, and the input it cites is one of them.
select signals.handle, signals.key
from signals
left join signal_inputs as inputs using (handle, key)
group by signals.handle, signals.key, signals.input_count, signals.response_sha256
having count(inputs.handle) <> signals.input_count or not bool_or(inputs.response_sha256 = signals.response_sha256)
