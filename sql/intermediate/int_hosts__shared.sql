-- One row per host where anyone can have a page: it stands for nobody.
select unnest([
  'github.com', 'gist.github.com', 'raw.githubusercontent.com', 'gitlab.com', 'bitbucket.org', 'huggingface.co', 'www.npmjs.com',
  'pypi.org', 'x.com', 'twitter.com', 't.me', 'discord.com', 'discord.gg', 'medium.com', 'mirror.xyz', 'youtube.com',
  'www.youtube.com', 'farcaster.xyz', 'warpcast.com', 'linktr.ee', 'docs.google.com', 'notion.so', 'www.notion.so',
  'ipfs.io', 'gateway.pinata.cloud', 'arweave.net', 'example.com', 'www.example.com'
]) as host
