import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByBot } from './connect.ts'
import { options } from './options.ts'
import { deletePosts, editPosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Telegram. README.md says why a lost answer is a question to a person. */
export const telegram: Connector = {
  platform: 'telegram',
  name: 'Telegram',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByBot],
  powers: [deletePosts, editPosts],
  limits,
  // No key stops a second message, and a bot cannot read a chat.
  networkClass: () => ({ class: 'blind', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
