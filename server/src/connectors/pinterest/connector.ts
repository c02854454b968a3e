import type { Connector } from '../connector.ts'
import { app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { options } from './options.ts'
import { boardChoices, deletePins, editPins, measurePins } from './powers.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** Pinterest. README.md says how it is made to publish a Pin once. */
export const pinterest: Connector = {
  platform: 'pinterest',
  name: 'Pinterest',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [boardChoices, deletePins, editPins, measurePins],
  limits,
  // Nothing stops a second Pin, but those of a board can be listed.
  networkClass: () => ({ class: 'list', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
