-- A handle whose agent was merged into another names no agent any more, and that other agent is in the index.
select retired.handle, retired.merged_into, retired.retired_on
from retired_handles as retired
left join agents as own on own.handle = retired.handle
left join agents as other on other.handle = retired.merged_into
where own.handle is not null or other.handle is null
