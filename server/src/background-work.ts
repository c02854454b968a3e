import { mayRefreshIdle, refreshIdle } from './accounts/refresh-idle.ts'
import { mayRevokeConnections, revokeConnections } from './accounts/revoke-connections.ts'
import { collectFigures } from './analytics/collecting/collect-figures.ts'
import { mayHaveDueFigures } from './analytics/collecting/figure-lease.ts'
import { countNewResults, mayCountNewResults } from './analytics/counting/count-new-results.ts'
import { sweepAuditLog } from './audit/sweep-audit-log.ts'
import { sweepConnectLinks } from './connections/links/sweep-connect-links.ts'
import { sweepConnectAttempts } from './connections/sweep-connect-attempts.ts'
import { powerOf } from './connectors/of-platform.ts'
import type { Context } from './context.ts'
import { mayHaveFeedWork } from './feeds/looking/claim-look.ts'
import { lookAtFeeds } from './feeds/looking/look-at-feeds.ts'
import { postFeedItemsTask } from './feeds/posting/enqueue-posting.ts'
import { sweepAnswers } from './idempotency/kept-answers.ts'
import { mayHaveDueMails } from './mail/mail-row.ts'
import { continueMails, sendMailTask } from './mail/send-mail-task.ts'
import { sweepFetchUrls } from './media/fetch-urls/fetch-url.ts'
import { continueImports } from './media/import/continue-imports.ts'
import { mayHaveWaitingImports } from './media/import/import-claim.ts'
import { readOldFacts } from './media/intake/read-old-facts.ts'
import { sweepLinkPreviews } from './media/link-previews/serve-link-picture.ts'
import { renditionTask } from './media/renditions/rendition-task.ts'
import { sweepRenditions } from './media/renditions/sweep-renditions.ts'
import { finishUploads } from './media/resumable/finish-uploads.ts'
import { reapPartials, sweepMedia } from './media/sweep-media.ts'
import { purgeWorkspaces } from './moving-out/deletion/purge-workspaces.ts'
import { mayHaveUnfinishedExports } from './moving-out/export/export-rows.ts'
import { continueExports, exportTask, sweepExports } from './moving-out/export/export-task.ts'
import { mailDigests, mayMailDigests } from './notifications/mail-digests.ts'
import { mayNoteEvents, noteEvents } from './notifications/note-events.ts'
import { paymentChores } from './payments/look-again.ts'
import { continueResets, mayContinueResets, requestResetTask } from './people/reset/request-reset.ts'
import { sweepSessions } from './people/sessions/end-sessions.ts'
import { mayHaveDueEdits } from './posts/edits/claim-edit.ts'
import { continueEdits, editTask } from './posts/edits/edit-task.ts'
import { sweepPresences } from './posts/presence/note-presence.ts'
import { mayHaveDueUnpublications } from './posts/unpublish/unpublication.ts'
import { continueUnpublishing, unpublishTask } from './posts/unpublish/unpublish-task.ts'
import { sweepPrograms } from './programs/sweep-programs.ts'
import { keepEpoch } from './publishing/guards/keep-epoch.ts'
import { sweepPreparedSecrets } from './publishing/worker/calling/prepared-secrets.ts'
import { beginConversions } from './publishing/worker/preparing/begin-conversions.ts'
import { continueRecurrences, mayHaveDueRecurrences } from './recurrences/continue-recurrences.ts'
import { tellStates } from './recurrences/tell-states.ts'
import { forgetSpace } from './sandbox/forget-space.ts'
import { sweepEvents } from './webhooks/sweep-events.ts'
import type { Chore, NamedTask } from './worker.ts'

/** The work that requests leave behind, each by its name in the queue. */
export const tasks: readonly NamedTask[] = [
  renditionTask,
  unpublishTask,
  editTask,
  exportTask,
  sendMailTask,
  requestResetTask,
  postFeedItemsTask,
]

/** The work that is done again and again, by one process for all. */
export function choresFor(api: Context): readonly Chore[] {
  const { connectors: platforms, payments } = api
  return [
    { name: 'sweep-answers', everyMs: 10 * 60_000, run: (context) => sweepAnswers(context.db, 10_000) },
    { name: 'sweep-sessions', everyMs: 60 * 60_000, run: (context) => sweepSessions(context.db) },
    { name: 'sweep-programs', everyMs: 60 * 60_000, run: sweepPrograms },
    { name: 'sweep-presences', everyMs: 60 * 60_000, run: (context) => sweepPresences(context.db) },
    { name: 'continue-mails', everyMs: 20_000, when: mayHaveDueMails, run: continueMails },
    { name: 'continue-resets', everyMs: 60_000, when: mayContinueResets, run: continueResets },
    { name: 'note-events', everyMs: 5_000, when: mayNoteEvents, run: noteEvents },
    { name: 'mail-digests', everyMs: 15_000, when: mayMailDigests, run: mailDigests },
    { name: 'sweep-audit-log', everyMs: 60 * 60_000, run: sweepAuditLog },
    { name: 'sweep-media', everyMs: 60_000, run: sweepMedia },
    { name: 'sweep-events', everyMs: 10 * 60_000, run: sweepEvents },
    // Imports go on after their chore, so they use the pool that is closed last.
    {
      name: 'continue-imports',
      everyMs: 20_000,
      when: mayHaveWaitingImports,
      run: () => continueImports(api),
    },
    { name: 'finish-uploads', everyMs: 60_000, run: finishUploads },
    { name: 'begin-conversions', everyMs: 60_000, run: beginConversions },
    { name: 'sweep-renditions', everyMs: 60_000, run: sweepRenditions },
    { name: 'sweep-fetch-urls', everyMs: 60 * 60_000, run: sweepFetchUrls },
    { name: 'sweep-link-previews', everyMs: 60 * 60_000, run: sweepLinkPreviews },
    { name: 'read-old-facts', everyMs: 60_000, run: readOldFacts },
    { name: 'reap-partials', everyMs: 60 * 60_000, run: reapPartials },
    { name: 'sweep-prepared-secrets', everyMs: 60 * 60_000, run: sweepPreparedSecrets },
    { name: 'sweep-connect-attempts', everyMs: 60_000, run: sweepConnectAttempts },
    { name: 'sweep-connect-links', everyMs: 60_000, run: sweepConnectLinks },
    { name: 'revoke-connections', everyMs: 30_000, when: mayRevokeConnections, run: revokeConnections },
    {
      name: 'continue-unpublishing',
      everyMs: 30_000,
      when: mayHaveDueUnpublications,
      run: continueUnpublishing,
    },
    { name: 'continue-edits', everyMs: 30_000, when: mayHaveDueEdits, run: continueEdits },
    { name: 'look-at-feeds', everyMs: 15_000, when: mayHaveFeedWork, run: lookAtFeeds },
    {
      name: 'continue-recurrences',
      everyMs: 15_000,
      when: mayHaveDueRecurrences,
      run: continueRecurrences,
    },
    { name: 'tell-recurrence-states', everyMs: 60_000, run: tellStates },
    { name: 'continue-exports', everyMs: 20_000, when: mayHaveUnfinishedExports, run: continueExports },
    { name: 'sweep-exports', everyMs: 60 * 60_000, run: sweepExports },
    { name: 'purge-workspaces', everyMs: 60_000, run: purgeDeleted },
    ...(payments === null ? [] : paymentChores),
    { name: 'count-results', everyMs: 5_000, when: mayCountNewResults, run: countNewResults },
    ...platforms.map(({ platform }) => ({
      name: `refresh-idle-${platform}`,
      everyMs: 60_000,
      when: mayRefreshIdle(platform),
      run: (context: Context, signal: AbortSignal) => refreshIdle(context, platform, signal),
    })),
    ...platforms.flatMap((connector) =>
      powerOf(connector, 'measure')
        ? {
            name: `collect-figures-${connector.platform}`,
            everyMs: 30_000,
            when: mayHaveDueFigures(connector.platform),
            run: (context: Context, signal: AbortSignal) =>
              collectFigures(context, connector.platform, signal),
          }
        : [],
    ),
  ]
}

/** The posts of a workspace on the simulated network are in our database, so they go too. */
function purgeDeleted(context: Context, signal: AbortSignal): Promise<number> {
  const forgetElsewhere = async (workspaceId: string) => {
    for (const mode of ['live', 'test']) await forgetSpace(context.db, `${workspaceId}:${mode}`)
  }
  return purgeWorkspaces(context, forgetElsewhere, signal)
}

/** Each process stores the epoch in its own data directory, even while background work stands still. */
export const ownChores: readonly Chore[] = [{ name: 'keep-epoch', everyMs: 60_000, run: keepEpoch }]
