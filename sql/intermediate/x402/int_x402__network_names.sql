-- One row per short name of a network in x402 version 1, and its CAIP-2 id in version 2.
select unnest([
  {network: 'base', chain: 'eip155:8453'},
  {network: 'base-sepolia', chain: 'eip155:84532'},
  {network: 'polygon', chain: 'eip155:137'},
  {network: 'avalanche', chain: 'eip155:43114'},
  {network: 'abstract', chain: 'eip155:2741'},
  {network: 'celo', chain: 'eip155:42220'},
  {network: 'megaeth', chain: 'eip155:4326'},
  {network: 'monad', chain: 'eip155:143'},
  {network: 'sei', chain: 'eip155:1329'},
  {network: 'stable', chain: 'eip155:988'},
  {network: 'solana', chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'}
], recursive := true)
