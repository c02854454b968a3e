import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByToken } from './connect.ts'
import { deletePosts } from './delete.ts'
import { editPosts } from './edit.ts'
import { measurePosts } from './measure.ts'
import { options } from './options.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { readSettings, rulesFor } from './settings.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'
import { classOf } from './software.ts'

/** Mastodon, and the programs that speak its API. README.md says how each of them is made to post once. */
export const mastodon: Connector = {
  platform: 'mastodon',
  name: 'Mastodon',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByOauth, connectByToken],
  powers: [deletePosts, editPosts, measurePosts],
  limits,
  networkClass: (account) => classOf(rulesFor(account), readSettings(account).version),
  check,
  prepare,
  compose,
  commit,
  settle,
}
