import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByToken } from './connect.ts'
import { ownChoices } from './members.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Hashnode, where people write on blogs of their own and of teams. README.md says why an article is made at most once. */
export const hashnode: Connector = {
  platform: 'hashnode',
  name: 'Hashnode',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByToken],
  powers: [deletePosts, editPosts, measurePosts, ownChoices],
  limits,
  // Nothing says that a draft is published once only: two calls at the same moment may make two articles of it.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
