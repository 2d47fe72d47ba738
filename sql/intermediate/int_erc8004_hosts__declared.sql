-- One row per ERC-8004 agent and host that its file names as its own, and whether the host names the agent back.
-- Hosts where anyone can have a page name nobody.
select
  services.agent_key,
  services.host,
  bool_or(proofs.agent_key is not null) as is_proven
from stg_erc8004_files__services as services
left join stg_endpoint_probes__proofs as proofs using (host, agent_key)
where services.host not in (
  'github.com', 'gitlab.com', 'raw.githubusercontent.com', 'x.com', 'twitter.com', 't.me', 'discord.com', 'discord.gg',
  'ipfs.io', 'medium.com', 'youtube.com', 'www.youtube.com', 'www.npmjs.com', 'farcaster.xyz', 'warpcast.com',
  'linktr.ee', 'docs.google.com', 'example.com', 'www.example.com'
)
group by services.agent_key, services.host
