import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByBot } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { canRead } from './settings.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Slack. README.md says how it is made to publish a post once. */
export const slack: Connector = {
  platform: 'slack',
  name: 'Slack',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByBot, connectByOauth],
  powers: [deletePosts, editPosts, measurePosts],
  limits,
  // No key stops a second message. A file tells where it is shown, and a message is found where the channel can be read.
  networkClass: (account, draft) => {
    const isFound = draft.media.length > 0 || canRead(account)
    return { class: isFound ? 'list' : 'blind', heldForMs: null }
  },
  check,
  prepare,
  compose,
  commit,
  settle,
}
