import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing, uploading } from './fake.ts'
import { failureOf, layOut, makeFile } from './steps.ts'
import { answered, openHouse, refused, type SlackHouse, tooMany } from './world.ts'

let house: SlackHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Each refusal that proves that nothing was made, by its kind. */
const certain: Readonly<Partial<Record<FailureKind, readonly string[]>>> = {
  unauthorized: [
    'missing_scope',
    'not_authed',
    'invalid_auth',
    'account_inactive',
    'token_revoked',
    'token_expired',
    'not_allowed_token_type',
    'two_factor_setup_required',
    'team_access_not_granted',
    'not_in_channel',
    'channel_not_found',
    'invalid_channel',
    'channel_is_limited_access',
    'is_archived',
  ],
  account_blocked: ['ekm_access_denied'],
  rate_limited: ['ratelimited', 'rate_limited', 'message_limit_exceeded', 'org_login_required'],
  forbidden: [
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
    'file_uploads_disabled',
    'file_uploads_except_images_disabled',
    'file_type_not_allowed',
    'file_upload_size_restricted',
    'storage_limit_reached',
  ],
  invalid: [
    'file_not_found',
    'file_deleted',
    'msg_too_long',
    'thread_not_found',
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
    'method_deprecated',
    'deprecated_endpoint',
    'missing_argument',
    'invalid_json',
    'json_not_object',
  ],
}

const refusals = Object.entries(certain).flatMap(([kind, codes]) =>
  codes.map((code) => [code, kind as FailureKind] as const),
)

/** Answers after which a message may be there. */
const doubtful = [
  ...['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable', 'team_added_to_org'],
  ...['file_update_failed', 'draft_already_sent', 'duplicate_message_not_found', 'of_next_year'],
].map((code) => refused(code))

const broken = [
  ...[400, 403, 404, 408, 409, 500, 502, 503, 504].map((status) => answered(status, `<h1>${status}</h1>`)),
  // The words of Slack with another status are not Slack's.
  answered(403, { ok: false, error: 'invalid_auth' }),
  answered(500, { ok: false, error: 'ratelimited' }),
  answered(503, { ok: false, error: 'channel_not_found' }),
  answered(302, '', { location: 'https://slack.com/signin' }),
  answered(200, ''),
  answered(200, '<h1>Welcome</h1>'),
  answered(200, {}),
  answered(200, { ok: false }),
  answered(200, { ok: false, error: 7 }),
  answered(200, { ok: 'true', ts: '1700000000.000100' }),
  answered(200, [{ ok: true, ts: '1700000000.000100' }]),
]

const withoutMessage = [
  answered(200, { ok: true }),
  answered(200, { ok: true, ts: 1_700_000_000.0001 }),
  answered(200, { ok: true, ts: '' }),
  answered(200, { ok: true, ts: 'soon' }),
  answered(200, { ok: true, ts: '1700000000' }),
  answered(201, { ok: true, ts: '1700000000.000100' }),
]

describe('an answer to a message', () => {
  test.each(refusals)('of %s means %s, and nothing was made', async (code, kind) => {
    const bench = layOut(house)
    const step = await bench.readyToSend()
    const before = house.fake.world.messages.length
    house.fake.inject(publishing, refused(code))
    expect(await failureOf(bench.send(step))).toMatchObject({ kind, platformCode: code })
    expect(house.fake.world.messages).toHaveLength(before)
  })

  test.each([...doubtful, ...broken, ...withoutMessage])(
    'of %j leaves the outcome unknown',
    async (answer) => {
      const bench = layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, answer)
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome unknown',
    async (kind) => {
      const bench = layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )

  test.each([429, 200])('of too many requests with status %s waits as long as it says', async (status) => {
    const bench = layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, tooMany(30, status))
    expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
    house.fake.inject(publishing, answered(429, '<h1>429</h1>'))
    expect(await failureOf(bench.send(step))).toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
  })

  test('names the permission that is missing, and never the token', async () => {
    const bench = layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, refused('missing_scope', { needed: 'chat:write', provided: 'files:read' }))
    const failure = await failureOf(bench.send(step))
    expect(failure.message).toContain('It said: missing_scope; chat:write')
    const messages = ['[ERROR] failed to match', String(house.credentials.access_token), 7]
    house.fake.inject(publishing, refused('invalid_blocks', { response_metadata: { messages } }))
    const words = (await failureOf(bench.send(step))).message
    expect(words).toContain('It said: invalid_blocks; [ERROR] failed to match; [secret]')
    expect(words).not.toContain(String(house.credentials.access_token))
  })
})

describe('an answer to the sharing of files', () => {
  test.each(refusals)('of %s means %s', async (code, kind) => {
    const bench = layOut(house, { media: [makeFile('document')] })
    const step = await bench.readyToSend()
    house.fake.inject(publishing, refused(code))
    expect((await failureOf(bench.send(step))).kind).toBe(kind)
  })

  test.each([...doubtful, ...broken])('of %j leaves the outcome unknown', async (answer) => {
    const bench = layOut(house, { media: [makeFile('document')] })
    const step = await bench.readyToSend()
    house.fake.inject(publishing, answer)
    expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
  })

  test('is no message yet, whatever it says of the files', async () => {
    const bench = layOut(house, { media: [makeFile('document')] })
    const step = await bench.readyToSend()
    house.fake.inject(publishing, answered(200, { ok: true, files: [{ id: 'F9' }], ts: '1700000000.000100' }))
    const files = step.artefacts.files as { file_id: string }[]
    expect(await bench.send(step)).toMatchObject({ outcome: 'accepted', ref: files[0]?.file_id })
  })
})

describe('while files are uploaded', () => {
  const asking = 'files.getUploadURLExternal'

  test.each(refusals)('the refusal %s means %s', async (code, kind) => {
    house.fake.inject(asking, refused(code))
    const bench = layOut(house, { media: [makeFile('document')] })
    expect((await failureOf(bench.readyToSend())).kind).toBe(kind)
  })

  test.each([
    refused('internal_error'),
    answered(500, '<h1>500</h1>'),
    answered(200, '<h1>200</h1>'),
    answered(200, { ok: true }),
    answered(200, { ok: true, upload_url: 'https://files.slack.com/upload/v1/a' }),
    answered(200, { ok: true, upload_url: 'https://files.slack.com/upload/v1/a', file_id: '../a' }),
    ...[
      'https://files.example.org/a',
      'http://files.slack.com/a',
      'https://slack.com.example.org/a',
      'https://notslack.com/a',
      'file:///a',
      'a',
    ].map((upload_url) => answered(200, { ok: true, upload_url, file_id: 'F7' })),
  ])('the answer %j means that it is tried again, and no byte goes elsewhere', async (answer) => {
    house.fake.inject(asking, answer)
    const before = house.fake.calls.length
    const bench = layOut(house, { media: [makeFile('document')] })
    expect((await failureOf(bench.readyToSend())).kind).toBe('unavailable')
    expect(house.fake.calls.slice(before).map(({ name }) => name)).toEqual([asking])
  })

  test.each([400, 403, 404, 500, 503])('a file that is refused with %s is sent again', async (status) => {
    house.fake.inject(uploading, answered(status, ''))
    const bench = layOut(house, { media: [makeFile('document')] })
    expect(await failureOf(bench.readyToSend())).toMatchObject({
      kind: 'unavailable',
      platformCode: String(status),
    })
    expect(await bench.send(await bench.readyToSend())).toMatchObject({ outcome: 'accepted' })
  })
})
