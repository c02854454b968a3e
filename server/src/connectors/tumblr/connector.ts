import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { options } from './options.ts'
import { deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Tumblr. README.md says how a post is made once, and why it is no draft first. */
export const tumblr: Connector = {
  platform: 'tumblr',
  name: 'Tumblr',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [deletePosts, measurePosts],
  limits,
  // Nothing stops a second post, but those of the blog can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
