import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByPassword } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectOnSite } from './sign-in.ts'
import { termChoices } from './terms.ts'

/** WordPress sites of people's own. README.md says how a post is made once. */
export const wordpress: Connector = {
  platform: 'wordpress',
  name: 'WordPress',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectOnSite, connectByPassword],
  powers: [termChoices, deletePosts, editPosts, measurePosts],
  limits,
  // A draft is published by its number, and stays one post however often that is done.
  networkClass: () => ({ class: 'two_phase', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
