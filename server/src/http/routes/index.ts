import { connectOfPersonOperations } from '../app/connect-operations.ts'
import { instanceOperations } from '../app/instance-operations.ts'
import { keyOperations } from '../app/key-operations.ts'
import { movingOutOperations } from '../app/moving-out-operations.ts'
import { notificationOperations } from '../app/notification-operations.ts'
import { ownWorkspaceOperations } from '../app/own-workspace-operations.ts'
import { passkeyOperations } from '../app/passkey-operations.ts'
import { passwordResetOperations } from '../app/password-reset-operations.ts'
import type { PersonOperation } from '../app/person-operation.ts'
import { sessionOperations } from '../app/session-operations.ts'
import { signInOperations } from '../app/sign-in-operations.ts'
import { timeZoneOperations } from '../app/time-zone-operations.ts'
import { twoFactorOperations } from '../app/two-factor-operations.ts'
import { workspaceOperations } from '../app/workspace-operations.ts'
import type { Operation } from '../operation.ts'
import type { StreamRoute } from '../stream-route.ts'
import { analyticsOperations } from './analytics.ts'
import { attentionOperations } from './attention.ts'
import { auditLogOperations, auditLogStreams } from './audit-log.ts'
import { calendarOperations } from './calendar.ts'
import { connectOperations } from './connect.ts'
import { connectLinkStreams } from './connect-link-pages.ts'
import { connectLinkOperations } from './connect-links.ts'
import { connectStreams } from './connect-pages.ts'
import { eventOperations, eventStreams } from './events.ts'
import { exportStreams } from './export-bytes.ts'
import { linkPreviewOperations } from './link-preview.ts'
import { meOperations } from './me.ts'
import { mediaOperations } from './media.ts'
import { mediaStreams } from './media-bytes.ts'
import { mediaFitOperations } from './media-fits.ts'
import { mediaImport } from './media-import.ts'
import { resumableStreams } from './media-tus.ts'
import { oidcStreams } from './oidc-callback.ts'
import { pictureStreams } from './pictures.ts'
import { platformCallbackStreams } from './platform-callbacks.ts'
import { platformDocumentStreams } from './platform-documents.ts'
import { platformOperations } from './platforms.ts'
import { postApprovalOperations } from './post-approval.ts'
import { postResultOperations } from './post-results.ts'
import { postVersionOperations } from './post-versions.ts'
import { postOperations } from './posts.ts'
import { queueOperations } from './queue.ts'
import { feedPagesPath, sandboxStreams } from './sandbox.ts'
import { sandboxFeedOperations } from './sandbox-feed.ts'
import { sandboxSignInStreams } from './sandbox-sign-in.ts'
import { socialAccountOperations } from './social-accounts.ts'
import { testClockOperations } from './test-clock.ts'
import { unsubscribeStreams } from './unsubscribe.ts'
import { usageOperations } from './usage.ts'
import { webhookDeliveryOperations } from './webhook-deliveries.ts'
import { webhookEndpointOperations } from './webhook-endpoints.ts'

export { feedPagesPath }

/** Every operation of the API. A new file of routes is a line here. */
export const operations: readonly Operation[] = [
  ...mediaOperations,
  ...mediaFitOperations,
  mediaImport,
  ...meOperations,
  ...platformOperations,
  ...socialAccountOperations,
  ...sandboxFeedOperations,
  ...connectOperations,
  ...connectLinkOperations,
  ...postOperations,
  ...postApprovalOperations,
  ...postVersionOperations,
  ...postResultOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...attentionOperations,
  ...calendarOperations,
  ...queueOperations,
  ...analyticsOperations,
  ...testClockOperations,
  ...linkPreviewOperations,
  ...usageOperations,
  ...auditLogOperations,
]

/** Every route that carries bytes or a page instead of JSON. */
export const streams: readonly StreamRoute[] = [
  ...mediaStreams,
  ...auditLogStreams,
  ...pictureStreams,
  ...resumableStreams,
  ...eventStreams,
  ...connectStreams,
  ...connectLinkStreams,
  ...oidcStreams,
  ...platformCallbackStreams,
  ...platformDocumentStreams,
  ...sandboxStreams,
  ...sandboxSignInStreams,
  ...exportStreams,
  ...unsubscribeStreams,
]

/** Every operation of the session API, which the app's own pages use. */
const personOperations: readonly PersonOperation[] = [
  ...sessionOperations,
  ...signInOperations,
  ...passkeyOperations,
  ...twoFactorOperations,
  ...keyOperations,
  ...workspaceOperations,
  ...timeZoneOperations,
  ...ownWorkspaceOperations,
  ...movingOutOperations,
  ...passwordResetOperations,
  ...notificationOperations,
  ...instanceOperations,
  ...connectOfPersonOperations,
]

/** Routes that a server answers besides those for a monitor. */
export interface Routes {
  readonly operations: readonly Operation[]
  readonly streams: readonly StreamRoute[]
  readonly personOperations: readonly PersonOperation[]
}

export const routes: Routes = { operations, streams, personOperations }
