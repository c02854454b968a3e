import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure } from '../connector.ts'
import { type Dialect, type Refusal, refusalTable } from '../kit/json-api.ts'

const minuteMs = 60_000

function named(...codes: readonly string[]): string[] {
  return codes.map((code) => `200 ${code}`)
}

/**
 * The refusals that are certain to have had no effect, also as the answer to a commit. Sources: the errors of chat.postMessage,
 * files.completeUploadExternal and files.getUploadURLExternal (docs.slack.dev/reference/methods). `internal_error`, `fatal_error`,
 * `request_timeout`, `service_unavailable`, `team_added_to_org` and `file_update_failed` are not among them: some of the work may be done.
 */
const rows: readonly Refusal[] = [
  {
    answers: named('missing_scope'),
    kind: 'unauthorized',
    text: 'This needs a permission that the app does not have. Add it to the app, install the app in the workspace again, and connect the channel again.',
    isQuoting: true,
  },
  {
    answers: named(
      'not_authed',
      'invalid_auth',
      'account_inactive',
      'token_revoked',
      'token_expired',
      'not_allowed_token_type',
      'two_factor_setup_required',
      'team_access_not_granted',
    ),
    kind: 'unauthorized',
    text: 'Slack no longer accepts this token: the app was removed from the workspace, or its token was revoked. Connect the channel again.',
  },
  {
    answers: named('not_in_channel', 'channel_not_found', 'invalid_channel', 'channel_is_limited_access'),
    kind: 'unauthorized',
    text: 'The app is not in this channel. Invite it there with /invite, and connect the channel again.',
  },
  {
    answers: named('is_archived'),
    kind: 'unauthorized',
    text: 'This channel is archived. Restore it at Slack, or choose another one.',
  },
  {
    answers: named('ekm_access_denied'),
    kind: 'account_blocked',
    text: 'The administrators of the workspace have stopped all posting there.',
  },
  {
    answers: named('message_limit_exceeded'),
    kind: 'rate_limited',
    text: 'This workspace sends more messages than its plan allows at the moment.',
    retryAfterMs: 10 * minuteMs,
  },
  {
    answers: named('org_login_required'),
    kind: 'rate_limited',
    text: 'This workspace is being moved into an organization, and takes nothing until then.',
    retryAfterMs: 10 * minuteMs,
  },
  {
    answers: named(
      'restricted_action',
      'restricted_action_read_only_channel',
      'restricted_action_non_threadable_channel',
      'restricted_action_thread_only_channel',
      'restricted_action_thread_locked',
      'posting_to_channel_denied',
      'cannot_reply_to_message',
      'user_is_external_guest',
      'messages_tab_disabled',
      'app_access_restricted',
      'access_denied',
      'accesslimited',
      'enterprise_is_restricted',
      'no_permission',
      'not_visible',
    ),
    kind: 'forbidden',
    text: 'Slack does not let the app post this in the channel.',
    isQuoting: true,
  },
  {
    answers: named(
      'file_uploads_disabled',
      'file_uploads_except_images_disabled',
      'file_type_not_allowed',
      'file_upload_size_restricted',
      'storage_limit_reached',
    ),
    kind: 'forbidden',
    text: 'The workspace does not take this file.',
    isQuoting: true,
  },
  {
    answers: named('file_not_found', 'file_deleted'),
    kind: 'invalid',
    text: 'Slack no longer has a file of this post. Publish the post again.',
  },
  { answers: named('msg_too_long'), kind: 'invalid', text: 'The text is too long for Slack.' },
  {
    answers: named('thread_not_found'),
    kind: 'invalid',
    text: 'The message that this one answers is not there any more.',
  },
  {
    answers: named(
      'no_text',
      'alt_txt_too_large',
      'missing_file_data',
      'too_many_attachments',
      'invalid_blocks',
      'invalid_blocks_format',
      'msg_blocks_too_long',
      'invalid_metadata_format',
      'invalid_metadata_schema',
      'metadata_must_be_sent_from_app',
      'metadata_too_large',
      'slack_connect_file_link_sharing_blocked',
      'slack_connect_canvas_sharing_blocked',
      'slack_connect_lists_sharing_blocked',
      'invalid_arguments',
      'invalid_arg_name',
      'invalid_array_arg',
      'invalid_charset',
      'invalid_form_data',
      'invalid_post_type',
      'missing_post_type',
      'missing_argument',
      'method_deprecated',
      'deprecated_endpoint',
      'invalid_json',
      'json_not_object',
    ),
    kind: 'invalid',
    text: 'Slack refused it.',
    isQuoting: true,
  },
]

/** The failure that a refusal is; null for an answer that proves nothing. It serves commits and calls that may be repeated alike. */
export function readRefusal(
  dialect: Dialect,
  answer: OutboundAnswer,
  now: Date,
  secrets: readonly string[],
): Failure | null {
  // A limit is a 429 as a rule, and its wait is in a header with either status.
  const isLimited = answer.status === 200 && /^rate_?limited$/.test(dialect.code(answer) ?? '')
  return refusalTable(dialect, rows)(isLimited ? { ...answer, status: 429 } : answer, now, secrets)
}
