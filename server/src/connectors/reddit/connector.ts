import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { options } from './options.ts'
import { communityChoices, deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Reddit. README.md says how it is made to publish a post once. */
export const reddit: Connector = {
  platform: 'reddit',
  name: 'Reddit',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [communityChoices, deletePosts, editPosts, measurePosts],
  limits,
  // Nothing stops a second post, but those of the account can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
