import type { Behavior, NetworkClass } from './profile.ts'
import type { FeedProfile } from './read-feed.ts'

const classSentences: Readonly<Record<NetworkClass, string>> = {
  key: 'Remembers the key of every post for ever.',
  expiring_key: 'Remembers the key of every post for a while.',
  two_phase: 'Publishes each container once.',
  list: 'Lets a profile list its own posts.',
  blind: 'Lets a profile read nothing back.',
}

const behaviorSentences: Readonly<Record<Behavior, string>> = {
  succeed: 'Accepts every post.',
  refuse: 'Refuses posts.',
  rate_limit: 'Will answer with a rate limit.',
  slow_media: 'Processes media slowly.',
  process_slowly: 'Processes everything slowly.',
  fetches_media: 'Fetches media from their addresses.',
  drop_answer: 'Will publish and close the connection without an answer.',
  error_after_accept: 'Will publish and answer with an error.',
  lose_token: 'Will revoke the token.',
  block_account: 'Is suspended, and takes no posts.',
  drop_before: 'Will close the connection and publish nothing.',
  hang: 'Will publish late and never answer.',
}

/** The ways of a profile, in words. */
export function behaviorOf(profile: FeedProfile): string {
  return `${classSentences[profile.network_class]} ${behaviorSentences[profile.behavior]}`
}
