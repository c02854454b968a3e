import { keyOperations } from '../app/key-operations.ts'
import type { PersonOperation } from '../app/person-operation.ts'
import { sessionOperations } from '../app/session-operations.ts'
import { workspaceOperations } from '../app/workspace-operations.ts'
import type { Operation } from '../operation.ts'
import type { StreamRoute } from '../stream-route.ts'
import { analyticsOperations } from './analytics.ts'
import { connectOperations } from './connect.ts'
import { connectLinkStreams } from './connect-link-pages.ts'
import { connectLinkOperations } from './connect-links.ts'
import { connectStreams } from './connect-pages.ts'
import { meOperations } from './me.ts'
import { mediaOperations } from './media.ts'
import { mediaStreams } from './media-bytes.ts'
import { mediaImport } from './media-import.ts'
import { resumableStreams } from './media-tus.ts'
import { pictureStreams } from './pictures.ts'
import { platformDocumentStreams } from './platform-documents.ts'
import { platformOperations } from './platforms.ts'
import { postResultOperations } from './post-results.ts'
import { postOperations } from './posts.ts'
import { feedsPath, sandboxStreams } from './sandbox.ts'
import { sandboxSignInStreams } from './sandbox-sign-in.ts'
import { socialAccountOperations } from './social-accounts.ts'
import { testClockOperations } from './test-clock.ts'
import { usageOperations } from './usage.ts'

export { feedsPath }

/** Every operation of the API. A new file of routes is a line here. */
export const operations: readonly Operation[] = [
  ...mediaOperations,
  mediaImport,
  ...meOperations,
  ...platformOperations,
  ...socialAccountOperations,
  ...connectOperations,
  ...connectLinkOperations,
  ...postOperations,
  ...postResultOperations,
  ...analyticsOperations,
  ...testClockOperations,
  ...usageOperations,
]

/** Every route that carries bytes or a page instead of JSON. */
export const streams: readonly StreamRoute[] = [
  ...mediaStreams,
  ...pictureStreams,
  ...resumableStreams,
  ...connectStreams,
  ...connectLinkStreams,
  ...platformDocumentStreams,
  ...sandboxStreams,
  ...sandboxSignInStreams,
]

/** Every operation of the session API, which the app's own pages use. */
const personOperations: readonly PersonOperation[] = [
  ...sessionOperations,
  ...keyOperations,
  ...workspaceOperations,
]

/** Routes that a server answers besides those for a monitor. */
export interface Routes {
  readonly operations: readonly Operation[]
  readonly streams: readonly StreamRoute[]
  readonly personOperations: readonly PersonOperation[]
}

export const routes: Routes = { operations, streams, personOperations }
