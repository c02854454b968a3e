import type { Connector } from '../connector.ts'
import { check, limits } from './check.ts'
import { commit, settle } from './commit.ts'
import { connect } from './connect.ts'
import { deletePosts } from './delete.ts'
import { measurePosts } from './measure.ts'
import { connectByOauth } from './oauth.ts'
import { clientDocuments } from './oauth-client.ts'
import { options } from './options.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { compose } from './record.ts'

/** Bluesky, and every server that speaks its protocol (AT Protocol). README.md says how it is made to post once. */
export const bluesky: Connector = {
  platform: 'bluesky',
  name: 'Bluesky',
  modes: ['live'],
  app: null,
  options,
  preview,
  connect: [connect, connectByOauth],
  powers: [clientDocuments, deletePosts, measurePosts],
  limits,
  // We choose the record's key, and it is written only where nothing is, so the commit may always be repeated.
  networkClass: () => ({ class: 'key', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
