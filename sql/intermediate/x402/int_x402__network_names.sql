-- One row per short name of a network in x402 version 1, and its CAIP-2 id in version 2.
select unnest([
  {network: 'base', chain: 'eip155:8453'},
  {network: 'base-sepolia', chain: 'eip155:84532'},
  {network: 'polygon', chain: 'eip155:137'},
  {network: 'avalanche', chain: 'eip155:43114'},
  {network: 'solana', chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'}
], recursive := true)
