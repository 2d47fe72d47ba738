-- Of each chain that a source reads, no more blocks are missing than lie between the first and the newest one.
select source, chain, first_block, newest_block, missing_blocks, lag_seconds
from chain_reads
where missing_blocks < 0
  or missing_blocks > newest_block - first_block
  or lag_seconds < 0
