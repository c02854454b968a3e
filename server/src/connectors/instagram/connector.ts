import type { Connector } from '../connector.ts'
import { graphVersionPower } from '../kit/graph/graph.ts'
import { signedRequests } from '../kit/signed-request.ts'
import { app, secretsOf } from './app.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { connectByFacebook } from './facebook-login.ts'
import { connectByInstagram } from './instagram-login.ts'
import { formOf, options } from './options.ts'
import { deletePower, measurePower } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Instagram, for professional accounts. README.md says how it is made to post once. */
export const instagram: Connector = {
  platform: 'instagram',
  name: 'Instagram',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByInstagram, connectByFacebook],
  powers: [graphVersionPower, deletePower, measurePower, signedRequests(secretsOf)],
  limits,
  // A container is published once. A comment is sent at once, and only found among the others.
  networkClass: (_account, draft) => ({
    class: formOf(draft) === 'comment' ? 'list' : 'two_phase',
    heldForMs: null,
  }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
