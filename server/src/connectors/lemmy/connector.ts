import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByPassword } from './connect.ts'
import { options } from './options.ts'
import { communityChoices, deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Lemmy, on any server. README.md says how a post is made once. */
export const lemmy: Connector = {
  platform: 'lemmy',
  name: 'Lemmy',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByPassword],
  powers: [communityChoices, deletePosts, editPosts, measurePosts],
  limits,
  // Lemmy 0.19 has no idempotency keys, and those of 1.0 are forgotten with the process; an account's own posts can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
