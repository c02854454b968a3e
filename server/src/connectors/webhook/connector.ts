import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByAddress } from './connect.ts'
import { deletePosts } from './delete.ts'
import { messageSchema } from './message.ts'
import { options } from './options.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { readSettings } from './settings.ts'
import { settle } from './settle.ts'

const day = 24 * 3_600_000

/** A receiver of signed messages, for everything that Crier has no connector for. README.md says how to write one. */
export const webhook: Connector = {
  platform: 'webhook',
  name: 'Webhook',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connectByAddress],
  powers: [messageSchema, deletePosts],
  limits,
  networkClass: (account) =>
    readSettings(account).knowsRepeats
      ? { class: 'expiring_key', heldForMs: day }
      : { class: 'blind', heldForMs: null },
  check,
  prepare,
  compose,
  commit,
  settle,
}
