import type { Connector } from '../connector.ts'
import { graphVersionPower } from '../kit/graph/graph.ts'
import { signedRequests } from '../kit/signed-request.ts'
import { app, secretsOf } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { connectByOauth, connectByToken } from './connect.ts'
import { editPosts } from './edit.ts'
import { isVideo, kindOf, options } from './options.ts'
import { deletePosts, measurePosts } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'

/** Facebook Pages. README.md says how each kind of post is made once. */
export const facebook: Connector = {
  platform: 'facebook',
  name: 'Facebook',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth, connectByToken],
  powers: [graphVersionPower, deletePosts, editPosts, measurePosts, signedRequests(secretsOf)],
  limits,
  // A video is in one post at most, and is known before it is published. Everything else can only be listed.
  networkClass: (_account, draft) => ({
    class: isVideo(kindOf(draft)) ? 'two_phase' : 'list',
    heldForMs: null,
  }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
