import type { Connector } from '../connector.ts'
import { signedRequests } from '../kit/signed-request.ts'
import { app, secretsOf } from './app.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { options } from './options.ts'
import { deleting, measuring } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Threads. README.md says how it is made to post once. */
export const threads: Connector = {
  platform: 'threads',
  name: 'Threads',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [deleting, measuring, signedRequests(secretsOf)],
  limits,
  // A container is published once, and says whether it was.
  networkClass: () => ({ class: 'two_phase', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
