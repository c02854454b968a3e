import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit, compose } from './commit.ts'
import { editVideos } from './edit.ts'
import { options } from './options.ts'
import { channelChoices, deleteVideos, measureVideos } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** YouTube. README.md says how it is made to publish a video once. */
export const youtube: Connector = {
  platform: 'youtube',
  name: 'YouTube',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [deleteVideos, editVideos, measureVideos, channelChoices],
  limits,
  // An upload makes one video, with its last byte, however often that is sent.
  networkClass: () => ({ class: 'two_phase', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
