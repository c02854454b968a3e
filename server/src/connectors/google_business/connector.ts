import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { options } from './options.ts'
import { deletePosts, editPosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Google Business Profile. README.md says how it is made to publish a post once. */
export const googleBusiness: Connector = {
  platform: 'google_business',
  name: 'Google Business Profile',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [deletePosts, editPosts],
  limits,
  // Nothing stops a second post, but those of a location can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
