/** Hosts on which anyone can have a page, so that it identifies no single agent. Without `www.`. */
export const SHARED_HOSTS = new Set(
  `arweave.net bitbucket.org bsky.app discord.com discord.gg docs.google.com example.com facebook.com farcaster.xyz
  gateway.pinata.cloud gist.github.com github.com gitlab.com huggingface.co instagram.com ipfs.io linkedin.com linktr.ee
  medium.com mirror.xyz moltbook.com notion.so npmjs.com pypi.org raw.githubusercontent.com reddit.com t.me telegram.me
  tiktok.com twitter.com warpcast.com x.com youtube.com youtu.be`.split(/\s+/),
)
