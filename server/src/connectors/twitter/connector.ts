import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { connectByOauth } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { app } from './settings.ts'
import { settle } from './settle.ts'

/** X, whose name in the API is still that of before. README.md says how it is made to post once. */
export const twitter: Connector = {
  platform: 'twitter',
  name: 'X',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [deletePosts, measurePosts],
  refusesRepeats: true,
  limits,
  // X has no idempotency keys, and refuses equal words only as long as it remembers them; our own posts can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
