import type { Explained } from '../../publishing/error-catalog.ts'

/**
 * What each code of an entry of `errors[]` means. A problem with one such entry has its code. What a network would
 * refuse has codes of its connector besides; their `detail` says everything.
 */
export const fieldCatalog: Readonly<Record<string, Explained>> = {
  account_disabled: {
    cause: 'The account is switched off.',
    cure: 'Take another, or have it switched on.',
  },
  account_disconnected: {
    cause: 'The account is disconnected.',
    cure: 'Connect it again, or take another.',
  },
  account_id_missing: {
    cause: 'An entry of account_configurations names no account.',
    cure: 'Add account_id.',
  },
  account_not_found: {
    cause: 'There is no such account in this workspace and mode.',
    cure: 'Take an id of GET /v1/social-accounts.',
  },
  account_not_targeted: {
    cause: 'There are settings for an account that the post does not go to.',
    cure: 'Add the account to social_accounts, or leave its settings out.',
  },
  account_repeated: {
    cause: 'An account is named twice.',
    cure: 'Name it once.',
  },
  behavior_not_supported: {
    cause: 'The account is on a real network, which cannot be told how to behave.',
    cure: 'Use an account of a pretend network.',
  },
  caption_and_body_differ: {
    cause: 'caption and body are the same field under two names, and say different things.',
    cure: 'Send one of them.',
  },
  clock_goes_forward: {
    cause: 'The test clock shows this time or a later one already.',
    cure: 'Send a later time, or {"reset": true} to put it back to the real time.',
  },
  clock_too_far: {
    cause: 'The test clock would be more than 366 days ahead of the real time.',
    cure: 'Advance it less, or put it back to the real time first.',
  },
  configuration_unused: {
    cause: 'There are settings for a platform that none of the accounts is on.',
    cure: 'Leave them out, or add an account.',
  },
  file_too_large: {
    cause: 'The file is larger than this server takes.',
    cure: 'Send a smaller one; the limits are settings of the server.',
  },
  id_in_use: {
    cause: 'The id belongs to another post, or did.',
    cure: 'Make another UUID of version 7.',
  },
  invalid: {
    cause: 'The value has not the form it must have.',
    cure: 'See detail.',
  },
  invalid_cursor: {
    cause: 'The cursor is not one that this list gave out.',
    cure: 'Follow meta.next unchanged.',
  },
  invalid_date_time: {
    cause: 'It is no date and time, or none that exists.',
    cure: 'Send ISO 8601, such as 2030-01-31T09:00:00Z.',
  },
  invalid_id: {
    cause: 'It is no UUID, or for a new post not one of version 7.',
    cure: 'Correct it.',
  },
  invalid_name: {
    cause: 'The name has letters that cannot be stored or shown.',
    cure: 'Choose another.',
  },
  invalid_text: {
    cause: 'The text has letters that cannot be stored.',
    cure: 'Take them out.',
  },
  invalid_type: {
    cause: 'It is no kind of file and no media type.',
    cure: 'Send image, gif, video or document, or a type such as image/png.',
  },
  live_only: {
    cause: 'Accounts on this network are always live.',
    cure: 'Connect it for live keys.',
  },
  media_damaged: {
    cause: 'The file is not whole, or not what its type says.',
    cure: 'Export it anew and upload that.',
  },
  media_not_found: {
    cause: 'There is no such file in this workspace and mode, it is not uploaded yet, or it was refused.',
    cure: 'Upload it first, and send the media_id you were given.',
  },
  media_too_large: {
    cause: 'The file has more pixels or frames than can be read safely, or more than the network takes.',
    cure: 'Make it smaller.',
  },
  media_type_mismatch: {
    cause: 'The bytes are of another type than was announced.',
    cure: 'Announce the type that they are.',
  },
  needs_reconnect: {
    cause: 'The network no longer accepts our access to this account.',
    cure: 'Connect it again.',
  },
  never_sent: {
    cause: 'The post was never sent, so it cannot be live.',
    cure: 'Answer not_published or discard.',
  },
  not_allowed: {
    cause: 'The value is none of those that are possible.',
    cure: 'Take one that detail names.',
  },
  one_of_several: {
    cause: 'Fields are given together of which each says everything.',
    cure: 'Send one of them.',
  },
  option_missing: {
    cause: 'The network cannot do without this option.',
    cure: 'Add it to the settings of the platform or the account.',
  },
  refused_by_network: {
    cause: 'The network refused what it was told.',
    cure: 'See detail for its words.',
  },
  repeated: {
    cause: 'A value stands twice where it may stand once.',
    cure: 'Send it once.',
  },
  required: {
    cause: 'Something is missing that must be there.',
    cure: 'Add it.',
  },
  scheduled_at_in_past: {
    cause: 'The time is more than a minute ago.',
    cure: 'Send a later one, or none to publish now.',
  },
  scheduled_at_too_far: {
    cause: 'The time is more than 365 days ahead.',
    cure: 'Send an earlier one.',
  },
  too_few: {
    cause: 'The list has fewer entries than it must.',
    cure: 'Add some.',
  },
  too_large: {
    cause: 'The number is larger than it may be.',
    cure: 'Send a smaller one.',
  },
  too_long: {
    cause: 'The text is longer than it may be.',
    cure: 'Shorten it.',
  },
  too_many: {
    cause: 'The list has more entries than it may.',
    cure: 'Send fewer.',
  },
  too_short: {
    cause: 'The text is shorter than it must be.',
    cure: 'Send more.',
  },
  too_small: {
    cause: 'The number is smaller than it may be.',
    cure: 'Send a larger one.',
  },
  unknown_field: {
    cause: 'There is no such field or parameter here. Nothing is ever ignored.',
    cure: 'Leave it out, or correct its name.',
  },
  unknown_option: {
    cause: 'The network has no such option.',
    cure: 'Take one of GET /v1/platforms.',
  },
  unknown_platform: {
    cause: 'There is no such platform here.',
    cure: 'Take one of GET /v1/platforms.',
  },
  unstorable_text: {
    cause: 'The text has a NUL character or half of a surrogate pair.',
    cure: 'Take it out.',
  },
  unsupported_media_type: {
    cause: 'Files of this type are not taken.',
    cure: 'Convert it to one that detail names.',
  },
  wrong_format: {
    cause: 'The text has not the form it must have.',
    cure: 'See detail for the form.',
  },
  wrong_type: {
    cause: 'It is of another JSON type than it must be. Nothing is converted.',
    cure: 'Send the type that detail names.',
  },
}
