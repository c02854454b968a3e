import type { Connector } from '../connector.ts'
import { plainPreview } from '../kit/text/plain-preview.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { connectByToken } from './connect.ts'
import { options } from './options.ts'
import { prepare } from './prepare.ts'
import { settle } from './settle.ts'

/** Perch. README.md says how it is made to post once. */
export const perch: Connector = {
  platform: 'perch',
  name: 'Perch',
  modes: ['live'],
  // The form of the operator's app, once a way below needs one.
  app: null,
  options,
  preview: plainPreview(new URL('icon.svg', import.meta.url)),
  // A sign-in by redirect is one more way in this list: a RedirectConnect in a file of its own, sign-in.ts.
  connect: [connectByToken],
  powers: [],
  limits,
  // Nothing stops a second post, but our own can be listed. docs/connectors.md says when another class may be claimed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
