import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** The words for each action of the audit log, by its name. They say what somebody did, without saying who. */
const actionWords: Readonly<Record<string, MessageDescriptor>> = {
  'person.sign_in': msg`Signed in`,
  'person.sign_in_failed': msg`A sign-in failed`,
  'person.sign_out': msg`Signed out`,
  'person.set_up': msg`Became the first owner`,
  'person.make_owner': msg`Made somebody the owner of the server`,
  'person.prove': msg`Showed once more who they are`,
  'person.proof_failed': msg`Failed to show who they are`,
  'person.change_password': msg`Changed the password`,
  'person.reset_password': msg`Set a new password by a link`,
  'person.add_passkey': msg`Added a passkey`,
  'person.rename_passkey': msg`Renamed a passkey`,
  'person.remove_passkey': msg`Removed a passkey`,
  'person.turn_on_two_factor': msg`Turned the second factor on`,
  'person.turn_off_two_factor': msg`Turned the second factor off`,
  'person.renew_recovery_codes': msg`Made new recovery codes`,
  'person.link_identity': msg`Joined an identity`,
  'person.remove_identity': msg`Parted an identity`,
  'person.end_session': msg`Signed out a browser`,
  'person.end_other_sessions': msg`Signed out everywhere else`,
  'key.create': msg`Made an API key`,
  'key.roll': msg`Rolled an API key`,
  'key.revoke': msg`Revoked an API key`,
  'program.allow': msg`Let a program in`,
  'program.end': msg`Ended the access of a program`,
  'calendar_address.create': msg`Made an address of a calendar`,
  'calendar_address.replace': msg`Replaced an address of a calendar`,
  'calendar_address.delete': msg`Removed an address of a calendar`,
  'member.change_role': msg`Changed a role`,
  'member.remove': msg`Removed somebody from the workspace`,
  'invitation.create': msg`Invited somebody`,
  'invitation.resend': msg`Sent an invitation again`,
  'invitation.delete': msg`Took back an invitation`,
  'invitation.accept': msg`Accepted an invitation`,
  'account.connect': msg`Connected an account`,
  'account.reconnect': msg`Began to reconnect an account`,
  'account.update': msg`Changed an account`,
  'account.disconnect': msg`Disconnected an account`,
  'connect_attempt.create': msg`Began to connect an account`,
  'connect_attempt.choose': msg`Chose which accounts to connect`,
  'connect_attempt.delete': msg`Gave up connecting an account`,
  'connect_link.create': msg`Made a connect link`,
  'connect_link.delete': msg`Revoked a connect link`,
  'review_link.create': msg`Made a review link`,
  'review_link.delete': msg`Revoked a review link`,
  'post.create': msg`Made a post`,
  'post.update': msg`Changed a post`,
  'post.duplicate': msg`Copied a post`,
  'post.add_note': msg`Wrote a note about a post`,
  'post.change_note': msg`Changed a note about a post`,
  'post.delete_note': msg`Deleted a note about a post`,
  'post.submit': msg`Asked for approval of a post`,
  'post.approve': msg`Approved a post`,
  'post.return': msg`Sent a post back`,
  'post.retry': msg`Sent a post again`,
  'post.cancel': msg`Canceled a post`,
  'post.delete': msg`Deleted a post`,
  'post_result.resolve': msg`Said whether a post is live`,
  'post_result.retry': msg`Sent a post again to one account`,
  'post_result.cancel': msg`Canceled a post for one account`,
  'post_result.edit': msg`Corrected a published text`,
  'medium.update': msg`Changed a file`,
  'medium.delete': msg`Deleted a file`,
  'queue.pause': msg`Paused or resumed the queue`,
  'queue_slot.create': msg`Added a slot to the queue`,
  'queue_slot.update': msg`Changed a slot of the queue`,
  'queue_slot.delete': msg`Deleted a slot of the queue`,
  'feed.create': msg`Added a feed`,
  'feed.update': msg`Changed a feed`,
  'feed.look': msg`Had a feed looked at`,
  'feed.decide': msg`Decided about items of a feed`,
  'feed.delete': msg`Removed a feed`,
  'recurrence.create': msg`Made a post repeat`,
  'recurrence.update': msg`Changed what repeats`,
  'recurrence.delete': msg`Ended what repeats`,
  'saved_text.create': msg`Saved a text for further posts`,
  'saved_text.update': msg`Changed a saved text`,
  'saved_text.delete': msg`Deleted a saved text`,
  'webhook_endpoint.create': msg`Added an endpoint`,
  'webhook_endpoint.update': msg`Changed an endpoint`,
  'webhook_endpoint.delete': msg`Deleted an endpoint`,
  'webhook_endpoint.rotate_secret': msg`Made a new secret for an endpoint`,
  'webhook_endpoint.test': msg`Sent a test to an endpoint`,
  'webhook_endpoint.enable': msg`Switched an endpoint on`,
  'webhook_endpoint.resend': msg`Sent deliveries again`,
  'workspace.create': msg`Made the workspace`,
  'workspace.update': msg`Changed the settings of the workspace`,
  'workspace.change_time_zone': msg`Changed the time zone`,
  'workspace.transfer': msg`Handed the workspace over`,
  'workspace.delete': msg`Deleted the workspace`,
  'workspace.restore': msg`Restored the workspace`,
  'export.request': msg`Asked for an export of everything`,
  'export.download': msg`Downloaded an export`,
  'export.delete': msg`Deleted an export`,
  'platform_app.set': msg`Set the app of a network`,
  'platform_app.unset': msg`Removed the app of a network`,
  'subscription.set': msg`Changed the subscription`,
  'subscription.begin_checkout': msg`Began to pay for the workspace`,
  'subscription.open_portal': msg`Opened the payments at Stripe`,
  'publishing.pause': msg`Paused publishing`,
  'publishing.resume': msg`Resumed publishing`,
  'guard.lift': msg`Let publishing begin after a copy or a restore`,
  'test_clock.move': msg`Moved the test clock`,
  'secret_key.rotate': msg`Changed the secret key of the server`,
}

/** The actions that have words, in the order in which a choice lists them. */
export const knownActions: readonly string[] = Object.keys(actionWords)

/** Says what an action is; the name of the action itself where it is none that we know. */
export function useActionWords(): (action: string) => string {
  const { i18n } = useLingui()
  return (action) => {
    const words = Object.hasOwn(actionWords, action) ? actionWords[action] : undefined
    return words === undefined ? action : i18n._(words)
  }
}

/** The parts of an entry that say what it is about. */
interface Told {
  readonly action: string
  readonly actor: { readonly id: string | null }
  readonly subject: { readonly id: string | null }
  readonly details: Readonly<Record<string, unknown>>
}

// Some actions do one thing or its opposite, and their details say which.
const pausedQueue = msg`Paused the queue`
const resumedQueue = msg`Resumed the queue`
const tookBackZone = msg`Took back a change of the time zone`
const triedZone = msg`Looked at what another time zone would change`
const left = msg`Left the workspace`

/** Says what an entry is about, as exactly as its details allow. */
export function useEntryWords(): (entry: Told) => string {
  const { i18n } = useLingui()
  const words = useActionWords()
  return (entry) => {
    const exact = exactWords(entry)
    return exact === null ? words(entry.action) : i18n._(exact)
  }
}

function exactWords({ action, actor, subject, details }: Told): MessageDescriptor | null {
  if (action === 'queue.pause') return details.paused === false ? resumedQueue : pausedQueue
  if (action === 'member.remove' && actor.id !== null && actor.id === subject.id) return left
  if (action !== 'workspace.change_time_zone') return null
  if (details.dry_run === true) return triedZone
  return details.undo === undefined ? null : tookBackZone
}
