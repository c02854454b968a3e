import type { Connector } from '../connector.ts'
import { plainPreview } from '../kit/text/plain-preview.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { connectByKey } from './connect.ts'
import { deletePosts } from './delete.ts'
import { options } from './options.ts'
import { prepare } from './prepare.ts'
import { settle } from './settle.ts'

/** Nostr. README.md says how a post is made once. */
export const nostr: Connector = {
  platform: 'nostr',
  name: 'Nostr',
  modes: ['live'],
  app: null,
  options,
  preview: plainPreview(new URL('icon.svg', import.meta.url)),
  connect: [connectByKey],
  powers: [deletePosts],
  limits,
  // The id of an event is the hash of it: the same event again is the same post, at every relay and for ever.
  networkClass: () => ({ class: 'key', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
