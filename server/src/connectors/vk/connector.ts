import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByKey } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { mayRead } from './settings.ts'
import { settle } from './settle.ts'
import { connectByVkId } from './sign-in.ts'

/** VK. README.md says how a post is made once, and what the key of a community may not do. */
export const vk: Connector = {
  platform: 'vk',
  name: 'VK',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByVkId, connectByKey],
  powers: [deletePosts, editPosts, measurePosts],
  limits,
  // VK does not say from when it holds `guid`, so nothing counts on it. A key of a community alone can list no posts.
  networkClass: (account) => ({ class: mayRead(account) ? 'list' : 'blind', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
