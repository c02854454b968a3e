import type { Connector } from '../connector.ts'
import { apiVersions, app } from './app.ts'
import { check, limits } from './check.ts'
import { commit } from './commit.ts'
import { compose } from './compose.ts'
import { deletes } from './delete.ts'
import { edits } from './edit.ts'
import { measures } from './measure.ts'
import { options } from './options.ts'
import { canList } from './own-posts.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import { settle } from './settle.ts'
import { connectByOauth } from './sign-in.ts'

/** LinkedIn, for people and the pages of organisations. README.md says how it is made to post once. */
export const linkedin: Connector = {
  platform: 'linkedin',
  name: 'LinkedIn',
  modes: ['live'],
  app,
  options,
  preview,
  connect: [connectByOauth],
  powers: [apiVersions, deletes, edits, measures],
  refusesRepeats: true,
  limits,
  // Nothing stops a second post. Posts of a page can be listed; posts of a person cannot be read at all.
  networkClass: (account) => ({ class: canList(account) ? 'list' : 'blind', heldForMs: null }),
  check,
  prepare,
  compose,
  commit,
  settle,
}
