import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByKey } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** dev.to and the other communities on Forem. README.md says how an article is made once. */
export const forem: Connector = {
  platform: 'forem',
  name: 'Forem',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByKey],
  powers: [deletePosts, editPosts, measurePosts],
  limits,
  // A draft is published by its number, and stays one article however often that is done.
  networkClass: () => ({ class: 'two_phase', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
