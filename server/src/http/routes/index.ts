import { billingOperations } from '../app/billing-operations.ts'
import { calendarAddressOperations } from '../app/calendar-operations.ts'
import { connectOfPersonOperations } from '../app/connect-operations.ts'
import { instanceOperations } from '../app/instance-operations.ts'
import { keyOperations } from '../app/key-operations.ts'
import { movingOutOperations } from '../app/moving-out-operations.ts'
import { notificationOperations } from '../app/notification-operations.ts'
import { ownWorkspaceOperations } from '../app/own-workspace-operations.ts'
import { passkeyOperations } from '../app/passkey-operations.ts'
import { passwordResetOperations } from '../app/password-reset-operations.ts'
import type { PersonOperation } from '../app/person-operation.ts'
import { presenceOperations } from '../app/presence-operations.ts'
import { programOperations } from '../app/program-operations.ts'
import { reviewOperations } from '../app/review-operations.ts'
import { sessionOperations } from '../app/session-operations.ts'
import { signInOperations } from '../app/sign-in-operations.ts'
import { timeZoneOperations } from '../app/time-zone-operations.ts'
import { twoFactorOperations } from '../app/two-factor-operations.ts'
import { workspaceOperations } from '../app/workspace-operations.ts'
import type { Operation } from '../operation.ts'
import type { StreamRoute } from '../stream-route.ts'
import { connectOperations } from './accounts/connect.ts'
import { connectLinkStreams } from './accounts/connect-link-pages.ts'
import { connectLinkOperations } from './accounts/connect-links.ts'
import { connectStreams } from './accounts/connect-pages.ts'
import { platformCallbackStreams } from './accounts/platform-callbacks.ts'
import { platformDocumentStreams } from './accounts/platform-documents.ts'
import { platformOperations } from './accounts/platforms.ts'
import { socialAccountOperations } from './accounts/social-accounts.ts'
import { analyticsOperations } from './analytics/analytics.ts'
import { linkPreviewOperations } from './media/link-preview.ts'
import { mediaOperations } from './media/media.ts'
import { mediaStreams } from './media/media-bytes.ts'
import { mediaFitOperations } from './media/media-fits.ts'
import { mediaImport } from './media/media-import.ts'
import { resumableStreams } from './media/media-tus.ts'
import { pictureStreams } from './media/pictures.ts'
import { stripeStreams } from './payments/stripe-events.ts'
import { oidcStreams } from './people/oidc-callback.ts'
import { unsubscribeStreams } from './people/unsubscribe.ts'
import { attentionOperations } from './posts/attention.ts'
import { calendarOperations } from './posts/calendar.ts'
import { calendarFileStreams } from './posts/calendar-file.ts'
import { feedOperations } from './posts/feeds.ts'
import { postApprovalOperations } from './posts/post-approval.ts'
import { postNoteOperations } from './posts/post-notes.ts'
import { postResultOperations } from './posts/post-results.ts'
import { postVersionOperations } from './posts/post-versions.ts'
import { postOperations } from './posts/posts.ts'
import { queueOperations } from './posts/queue.ts'
import { recurrenceOperations } from './posts/recurrences.ts'
import { reviewLinkOperations } from './posts/review-links.ts'
import { savedTextOperations } from './posts/saved-texts.ts'
import { oauthStreams } from './programs/oauth.ts'
import { sandboxFeedOperations } from './sandbox/feed.ts'
import { feedPagesPath, sandboxStreams } from './sandbox/feed-media.ts'
import { sandboxSignInStreams } from './sandbox/sign-in.ts'
import { testClockOperations } from './sandbox/test-clock.ts'
import { eventOperations, eventStreams } from './webhooks/events.ts'
import { webhookDeliveryOperations } from './webhooks/webhook-deliveries.ts'
import { webhookEndpointOperations } from './webhooks/webhook-endpoints.ts'
import { auditLogOperations, auditLogStreams } from './workspaces/audit-log.ts'
import { exportStreams } from './workspaces/exports.ts'
import { meOperations } from './workspaces/me.ts'
import { usageOperations } from './workspaces/usage.ts'

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
  ...postNoteOperations,
  ...postResultOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...webhookDeliveryOperations,
  ...attentionOperations,
  ...calendarOperations,
  ...queueOperations,
  ...feedOperations,
  ...recurrenceOperations,
  ...reviewLinkOperations,
  ...savedTextOperations,
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
  ...oauthStreams,
  ...platformCallbackStreams,
  ...platformDocumentStreams,
  ...sandboxStreams,
  ...sandboxSignInStreams,
  ...exportStreams,
  ...unsubscribeStreams,
  ...calendarFileStreams,
]

/** Every operation of the session API, which the app's own pages use. */
const personOperations: readonly PersonOperation[] = [
  ...sessionOperations,
  ...signInOperations,
  ...passkeyOperations,
  ...twoFactorOperations,
  ...keyOperations,
  ...programOperations,
  ...workspaceOperations,
  ...timeZoneOperations,
  ...ownWorkspaceOperations,
  ...movingOutOperations,
  ...passwordResetOperations,
  ...notificationOperations,
  ...presenceOperations,
  ...calendarAddressOperations,
  ...reviewOperations,
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

/** The routes of a server whose workspaces pay. */
export const payingRoutes: Routes = {
  operations,
  streams: [...streams, ...stripeStreams],
  personOperations: [...personOperations, ...billingOperations],
}
