import { bluesky } from './bluesky/connector.ts'
import type { Connector } from './connector.ts'
import { discord } from './discord/connector.ts'
import { facebook } from './facebook/connector.ts'
import { farcaster } from './farcaster/connector.ts'
import { forem } from './forem/connector.ts'
import { googleBusiness } from './google_business/connector.ts'
import { hashnode } from './hashnode/connector.ts'
import { instagram } from './instagram/connector.ts'
import { lemmy } from './lemmy/connector.ts'
import { linkedin } from './linkedin/connector.ts'
import { mastodon } from './mastodon/connector.ts'
import { misskey } from './misskey/connector.ts'
import { nostr } from './nostr/connector.ts'
import { pinterest } from './pinterest/connector.ts'
import { reddit } from './reddit/connector.ts'
import { sandbox } from './sandbox/connector.ts'
import { slack } from './slack/connector.ts'
import { telegram } from './telegram/connector.ts'
import { threads } from './threads/connector.ts'
import { tiktok } from './tiktok/connector.ts'
import { tumblr } from './tumblr/connector.ts'
import { twitter } from './twitter/connector.ts'
import { vk } from './vk/connector.ts'
import { webhook } from './webhook/connector.ts'
import { wordpress } from './wordpress/connector.ts'
import { youtube } from './youtube/connector.ts'

/** Every platform Crier speaks to. A new one is a folder and a line here. */
export const connectors: readonly Connector[] = [
  bluesky,
  discord,
  facebook,
  farcaster,
  forem,
  googleBusiness,
  hashnode,
  instagram,
  lemmy,
  linkedin,
  mastodon,
  misskey,
  nostr,
  pinterest,
  reddit,
  sandbox,
  slack,
  telegram,
  threads,
  tiktok,
  tumblr,
  twitter,
  vk,
  webhook,
  wordpress,
  youtube,
]
export { planFit } from './kit/fitting/plan-fit.ts'
