import type { Explained } from '../../publishing/error-catalog.ts'
import { feedFields } from './feed-problems.ts'
import { reviewFields } from './review-problems.ts'

/**
 * The meaning of each code of an entry of `errors[]`. A problem with a single entry has that entry's code. Connectors
 * add codes of their own for content that their network would refuse; `detail` explains those.
 */
export const fieldCatalog: Readonly<Record<string, Explained>> = {
  ...feedFields,
  ...reviewFields,
  account_blocked: {
    cause: 'The network has blocked or suspended this account.',
    cure: 'Settle it with the network, then connect the account again.',
  },
  account_disabled: {
    cause: 'The account is disabled.',
    cure: 'Use another account, or have this one enabled.',
  },
  account_disconnected: {
    cause: 'The account is disconnected.',
    cure: 'Connect it again, or use another account.',
  },
  account_id_missing: {
    cause: 'An entry of account_configurations names no account.',
    cure: 'Add account_id.',
  },
  account_not_found: {
    cause: 'There is no account with this id or number in this workspace and mode.',
    cure: 'Use an id or a number from GET /v1/social-accounts.',
  },
  account_not_targeted: {
    cause: 'The request configures an account that the post does not go to.',
    cure: 'Add the account to social_accounts, or remove its configuration.',
  },
  account_repeated: {
    cause: 'An account is named twice.',
    cure: 'Name it once.',
  },
  another_platform: {
    cause: 'The account to connect again is on another platform.',
    cure: 'Leave platforms out, or name the platform of the account.',
  },
  author_key_gone: {
    cause: 'The key or the program with which a recurrence was made was revoked or has expired.',
    cure: 'Save the recurrence once, so that its posts are made in your name.',
  },
  author_left: {
    cause: 'The person in whose name the posts of a recurrence are made is no member any more.',
    cure: 'Save the recurrence once, so that its posts are made in your name.',
  },
  author_may_not_write: {
    cause: 'The person in whose name the posts of a recurrence are made may only read now.',
    cure: 'Save the recurrence once, so that its posts are made in your name.',
  },
  behavior_not_supported: {
    cause: 'The account is on a real network, whose behaviour cannot be set.',
    cure: 'Use an account on a simulated network.',
  },
  cannot_be_connected: {
    cause: 'The network or Crier does not allow this profile to be connected. The candidate says why.',
    cure: 'Choose another profile.',
  },
  caption_and_body_differ: {
    cause: 'caption and body are two names of one field, and their values differ.',
    cure: 'Send one of them.',
  },
  change_not_found: {
    cause: 'The workspace has had no change of its time zone with this id.',
    cure: 'Use the id that the answer to the change has in undo.',
  },
  clock_goes_forward: {
    cause: 'The test clock already shows this time or a later one.',
    cure: 'Send a later time, or {"reset": true} to put it back to the real time.',
  },
  clock_too_far: {
    cause: 'The test clock would be more than 366 days ahead of the real time.',
    cure: 'Advance it less, or put it back to the real time first.',
  },
  configuration_unused: {
    cause: 'The request configures a platform that none of its accounts is on.',
    cure: 'Remove the configuration, or add an account on the platform.',
  },
  empty_value: {
    cause: 'A filter of a list has an empty value. Ignored, it would find everything.',
    cure: 'Give the filter a value, or leave it out.',
  },
  ends_before_start: {
    cause: 'The last day of the rule is before its first.',
    cure: 'Choose a later last day, or an earlier first one.',
  },
  file_too_large: {
    cause: 'The file is larger than this server accepts.',
    cure: 'Send a smaller file. The operator of the server sets the limits.',
  },
  import_too_slow: {
    cause: 'A file behind media_urls did not arrive in the time that a request may take.',
    cure: 'Import it with POST /v1/media/import, wait until it is ready, then name its media_id in media.',
  },
  invalid: {
    cause: 'The value does not have the required form.',
    cure: 'See detail.',
  },
  invalid_cursor: {
    cause: 'The cursor was not issued by this list.',
    cure: 'Follow meta.next unchanged.',
  },
  invalid_date_time: {
    cause: 'The value is not a date and time of the years 1 to 9999, or names one that does not exist.',
    cure: 'Send ISO 8601, such as 2030-01-31T09:00:00Z.',
  },
  invalid_id: {
    cause: 'The id is not a UUID. The id of a new post must be a UUID of version 7.',
    cure: 'Correct the id.',
  },
  invalid_name: {
    cause: 'The name contains characters that cannot be stored or shown.',
    cure: 'Choose another name.',
  },
  invalid_tag: {
    cause: 'The tag is blank, or contains characters that cannot be stored.',
    cure: 'Choose another tag.',
  },
  crop_invalid: {
    cause: 'The crop has no size, or reaches beyond the medium.',
    cure: 'Send x, y, width and height as shares from 0 to 1, with x + width and y + height at most 1.',
  },
  invalid_text: {
    cause: 'The text contains characters that cannot be stored.',
    cure: 'Remove them.',
  },
  invalid_url: {
    cause: 'The value is no address of a file.',
    cure: 'Send the whole address, with https.',
  },
  invalid_type: {
    cause: 'The value is neither a kind of file nor a media type.',
    cure: 'Send image, gif, video or document, or a type such as image/png.',
  },
  live_only: {
    cause: 'Accounts on this network are always live.',
    cure: 'Connect it for live keys.',
  },
  media_damaged: {
    cause: 'The file is incomplete, or its content does not match its type.',
    cure: 'Export the file again, and upload the new one.',
  },
  media_hash_mismatch: {
    cause: 'The bytes that came have another SHA-256 than was announced: they were changed on the way.',
    cure: 'Send the file again to the same URL.',
  },
  media_left_out: {
    cause: 'A medium of the post that was duplicated was deleted since.',
    cure: 'Upload it again, and add it to the draft.',
  },
  media_not_found: {
    cause: 'There is no such file in this workspace and mode, or it is not uploaded yet, or it was refused.',
    cure: 'Upload it first, then send its media_id.',
  },
  media_too_complex: {
    cause: 'Reading the file takes more time or memory than Crier gives to one file.',
    cure: 'Export it again, with fewer pixels or in a simpler format.',
  },
  media_too_large: {
    cause: 'The file has more pixels or frames than Crier can read safely, or more than the network accepts.',
    cure: 'Make it smaller.',
  },
  media_type_mismatch: {
    cause: 'The content of the file is not of the announced type.',
    cure: 'Announce the type that the file really has.',
  },
  media_unfit: {
    cause: 'The network takes the file only if it is converted, and this server lacks the program for that.',
    cure: 'Upload a file that the network takes as it is, or install the program that the detail names.',
  },
  member_not_found: {
    cause: 'There is no member of this workspace with this id.',
    cure: 'Use an id from GET /app/workspaces/{workspace}/members.',
  },
  name_differs: {
    cause: 'The name that was typed is not the name of the workspace.',
    cure: 'Type the name exactly as it is shown.',
  },
  name_empty: {
    cause: 'Nothing is left of the name without spaces and invisible characters.',
    cure: 'Give a name.',
  },
  needs_reconnect: {
    cause: 'The network no longer accepts Crier’s access to this account.',
    cure: 'Connect the account again.',
  },
  never_sent: {
    cause: 'The post was never sent, so it cannot be live.',
    cure: 'Answer not_published or discard.',
  },
  no_free_slot: {
    cause: 'Other posts have every slot of the queue that suits these accounts in the next 90 days.',
    cure: 'Add slots with POST /v1/queue-slots, or send scheduled_at.',
  },
  no_queue_slots: {
    cause: 'The queue has no enabled slot for all accounts, and none for an account of the post.',
    cure: 'Add slots with POST /v1/queue-slots, or send scheduled_at.',
  },
  no_times: {
    cause: 'No time of the rule is to come.',
    cure: 'Choose a later end.',
  },
  not_allowed: {
    cause: 'The value is not one of the allowed values.',
    cure: 'Use one that detail names.',
  },
  not_ready: {
    cause: 'This server lacks something for the platform, such as the operator’s app.',
    cure: 'Ask the operator. GET /v1/platforms says what is missing.',
  },
  one_of_several: {
    cause: 'The request has several fields of which only one is allowed.',
    cure: 'Send one of them.',
  },
  option_missing: {
    cause: 'The network requires this option.',
    cure: 'Add it to the configuration of the platform or the account.',
  },
  part_not_found: {
    cause: 'The result has no part at this position.',
    cure: 'Use a position of parts[], or 0 for the post itself.',
  },
  page_too_large: {
    cause: 'The rows of the page are together larger than an answer may be.',
    cure: 'Ask for fewer rows, or leave offset out and follow meta.next.',
  },
  queue_paused: {
    cause: 'The queue is paused, for all accounts or for one of the post.',
    cure: 'Resume it with PATCH /v1/queue, or send scheduled_at.',
  },
  queue_unused: {
    cause:
      'The request has a scheduled_at, which wins over use_queue, or the post is a draft, which takes no slot.',
    cure: 'Leave one of the two out. Send use_queue again when the draft is published.',
  },
  refused_by_network: {
    cause: 'The network refused the request.',
    cure: 'See detail for the network’s own words.',
  },
  repeated: {
    cause: 'A value appears twice where it may appear only once.',
    cure: 'Send it once.',
  },
  required: {
    cause: 'A required value is missing.',
    cure: 'Add it.',
  },
  scheduled_at_in_past: {
    cause: 'The time is more than a minute ago.',
    cure: 'Send a later time, or leave it out to publish now.',
  },
  scheduled_at_too_far: {
    cause: 'The time is more than 365 days ahead.',
    cure: 'Send an earlier time.',
  },
  times_differ: {
    cause: 'The approval names two times.',
    cure: 'Send either publish_now or scheduled_at.',
  },
  span_reversed: {
    cause: 'The span ends before it begins, or is empty.',
    cure: 'Send a to that is later than from.',
  },
  span_too_long: {
    cause:
      'The span is longer than this operation answers, or ends too far from now. `detail` says what it allows.',
    cure: 'Ask for a shorter span.',
  },
  times_too_close: {
    cause: 'Two times of a day are less than an hour apart, also over midnight.',
    cure: 'Leave an hour or more between them.',
  },
  timezone_unknown: {
    cause: 'There is no time zone of this name.',
    cure: 'Use a name of the IANA database, such as Europe/Berlin.',
  },
  too_far_ahead: {
    cause: 'The first day is more than two years ahead.',
    cure: 'Choose an earlier first day.',
  },
  too_few: {
    cause: 'The list has too few entries.',
    cure: 'Add entries. detail names the minimum.',
  },
  too_large: {
    cause: 'The number is too large.',
    cure: 'Send a smaller one.',
  },
  too_long: {
    cause: 'The text is too long.',
    cure: 'Shorten it.',
  },
  too_many: {
    cause: 'The list has too many entries.',
    cure: 'Send fewer.',
  },
  too_short: {
    cause: 'The text is too short.',
    cure: 'Send a longer one.',
  },
  too_small: {
    cause: 'The number is too small.',
    cure: 'Send a larger one.',
  },
  unknown_candidate: {
    cause: 'The sign-in gave no access to this profile.',
    cure: 'Choose among the candidates of the attempt.',
  },
  unknown_field: {
    cause: 'This operation does not know the field or parameter. Crier never ignores one.',
    cure: 'Remove it, or correct its name.',
  },
  unknown_option: {
    cause: 'The network has no such option.',
    cure: 'Use an option from GET /v1/platforms.',
  },
  unknown_platform: {
    cause: 'This server has no such platform.',
    cure: 'Use a platform from GET /v1/platforms.',
  },
  unknown_way: {
    cause: 'Accounts on this network cannot be connected in that way.',
    cure: 'Use one of the ways that GET /v1/platforms lists for the platform.',
  },
  unstorable_text: {
    cause: 'The text contains a NUL character or half of a surrogate pair.',
    cure: 'Remove it.',
  },
  unsupported_media_type: {
    cause: 'Files of this type are not accepted.',
    cure: 'Convert the file to a type that detail names.',
  },
  url_not_allowed: {
    cause: 'The address cannot be used here.',
    cure: 'Use an address of the form that detail names, with https and without a user name or password.',
  },
  url_refused: {
    cause: 'The server at the address answered, and did not send the file.',
    cure: 'Give the address of the file itself, which anybody may read without signing in.',
  },
  url_unreachable: {
    cause: 'The server at the address could not be reached, was too slow, or broke off.',
    cure: 'Try again later, or upload the file.',
  },
  version_missing: {
    cause:
      'The approval does not say which version it is for, so it could be for a text that nobody looked at.',
    cure: 'Send the version of the approval of the post, or its ETag as If-Match.',
  },
  words_repeat: {
    cause:
      'The network refuses words that an account has posted already, and those of the recurrence come again.',
    cure: 'Give the recurrence variations that take turns.',
  },
  wrong_format: {
    cause: 'The text does not have the required form.',
    cure: 'See detail for the form.',
  },
  wrong_type: {
    cause: 'The value has the wrong JSON type. Crier converts nothing.',
    cure: 'Send the type that detail names.',
  },
}
