import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByToken } from './connect.ts'
import { options } from './options.ts'
import { channelChoices, deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByMiauth } from './sign-in.ts'

/** Misskey, and the programs that speak its API. README.md says how a post is made once. */
export const misskey: Connector = {
  platform: 'misskey',
  name: 'Misskey',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByMiauth, connectByToken],
  powers: [channelChoices, deletePosts, measurePosts],
  limits,
  // No program of the family has idempotency keys; an account's own posts can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
