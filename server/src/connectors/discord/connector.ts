import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByBot } from './connect-bot.ts'
import { connectByWebhook } from './connect-webhook.ts'
import { options } from './options.ts'
import { deletePosts, editPosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { readSettings } from './settings.ts'
import { settle } from './settle.ts'

/** Discord. README.md says why a nonce is no protection, and what a webhook cannot do. */
export const discord: Connector = {
  platform: 'discord',
  name: 'Discord',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByBot, connectByWebhook],
  powers: [deletePosts, editPosts, measurePosts],
  limits,
  // A bot can read the channel; a webhook reads no message whose id it does not know.
  networkClass: (account) => ({
    class: readSettings(account).sender === 'bot' ? 'list' : 'blind',
    heldForMs: null,
  }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
