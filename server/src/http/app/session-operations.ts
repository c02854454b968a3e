import Type from 'typebox'
import { listOwnActivity } from '../../audit/list-own-activity.ts'
import { roles } from '../../callers/roles.ts'
import { changePassword } from '../../people/change-password.ts'
import { getPerson } from '../../people/get-person.ts'
import { endOtherSessions, endSession } from '../../people/sessions/end-sessions.ts'
import { listSessions } from '../../people/sessions/list-sessions.ts'
import { prove } from '../../people/sessions/prove.ts'
import { getSetup, setUp } from '../../people/set-up.ts'
import { signIn } from '../../people/sign-in/sign-in.ts'
import { updatePerson } from '../../people/update-person.ts'
import { id, nullable, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, firstZone, isDone, language, password, shownLanguage, weekStart } from './schemas.ts'

const singleLetterKeys = Type.Boolean({
  description: 'Whether keys without a modifier, such as C for a new post, do something in the app.',
})

export const person = Type.Object(
  {
    id,
    email: Type.String(),
    name: Type.String({ description: 'Empty until the person gave one.' }),
    language: nullable(language),
    shown_language: nullable({
      ...language,
      description:
        'The language in which the app was last shown to the person. Mails to them are in it where `language` is null; null: it is not known, and mails are in English.',
    }),
    single_letter_keys: singleLetterKeys,
    created_at: time,
    inherited_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When the person took the account over by setting a password, while nobody had shown before that its address is theirs. Somebody else may have set up what is in its workspaces. Null for others, and once they have looked through it.',
      }),
    ),
    has_billing: Type.Boolean({ description: 'Whether workspaces of this server pay for themselves.' }),
    last_workspace_id: nullable(
      Type.String({
        format: 'uuid',
        description: 'The workspace in which the person worked last; null where there is none.',
      }),
    ),
    workspaces: Type.Array(
      Type.Object(
        {
          id,
          name: Type.String(),
          timezone: Type.String(),
          role: Type.Enum([...roles]),
          subscription: Type.Enum(['active', 'inactive']),
          lapse: nullable(
            Type.Object(
              {
                why: Type.Enum(['late', 'ended', 'never'], {
                  description:
                    '`late`: a payment is missing at Stripe. `never`: there was no subscription yet.',
                }),
                posts_until: nullable(
                  Type.String({
                    format: 'date-time',
                    description:
                      'Until when posts that are scheduled still go out; null where there never was a subscription.',
                  }),
                ),
              },
              { description: 'Why there is no subscription; null while there is one.', ...closed },
            ),
          ),
          week_start: weekStart,
          has_live_accounts: Type.Boolean({
            description:
              'Whether an account of a network is connected for live data. The app begins with test data until one is.',
          }),
          event_cursors: Type.Object(
            { live: Type.String(), test: Type.String() },
            {
              description:
                'Where the events of each mode ended before the rest of this answer was read. Pages that are read after it and follow the events from there miss no change.',
              ...closed,
            },
          ),
          purge_at: nullable(
            Type.String({
              format: 'date-time',
              description: 'When its data go for good; null unless it was deleted.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { title: 'Person', ...closed },
)

export const personExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21',
  email: 'ada@example.org',
  name: 'Ada',
  language: null,
  shown_language: 'en' as const,
  single_letter_keys: true,
  created_at: '2026-03-01T08:00:00.000Z',
  inherited_at: null,
  has_billing: false,
  last_workspace_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
  workspaces: [
    {
      id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
      name: 'Ada',
      timezone: 'Europe/Berlin',
      role: 'owner',
      subscription: 'active',
      lapse: null,
      week_start: 'locale',
      has_live_accounts: true,
      event_cursors: {
        live: 'WzAsIjgyMSIsIjAwMDAwMDAwIl0.mZ8qkT1vR4yH2nLx7dJcWg',
        test: 'WzAsIjgyMSIsIjAwMDAwMDAwIl0.tQ2wLk9bXe5rGv3nYp7sJA',
      },
      purge_at: null,
    },
  ],
}

const session = Type.Object(
  {
    id,
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    ip: Type.String({ description: 'The address that signed in.' }),
    user_agent: Type.String({ description: 'The browser that signed in, as it calls itself.' }),
    created_at: time,
    last_used_at: time,
  },
  { title: 'Session', ...closed },
)

const activity = Type.Object(
  {
    id,
    action: Type.String({ description: 'As in the audit log, such as `person.sign_in`.' }),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    created_at: time,
  },
  { title: 'Activity', ...closed },
)

/** The first owner, signing in and out, and the sessions of a person. */
export const sessionOperations = [
  definePersonOperation({
    id: 'getSetup',
    method: 'GET',
    path: '/app/setup',
    who: 'anybody',
    summary: 'Ask whether the server waits for its first owner',
    response: Type.Object(
      {
        is_needed: Type.Boolean(),
        needs_token: Type.Boolean({
          description: 'Whether the owner needs the token that the server printed.',
        }),
      },
      closed,
    ),
    successExample: { is_needed: true, needs_token: false },
    run: async ({ context: { db }, isAtMachine }) => ({ body: await getSetup(db, isAtMachine) }),
  }),
  definePersonOperation({
    id: 'setUp',
    method: 'POST',
    audit: { action: 'person.set_up', writtenBy: 'verb' },
    path: '/app/setup',
    who: 'anybody',
    summary: 'Become the first owner',
    description:
      'Happens once, and signs the owner in. It needs the token that the server printed at its start, unless the browser runs on the same machine and only that machine reaches the server.',
    body: Type.Object(
      {
        email: Type.String({ maxLength: 320 }),
        password,
        token: Type.Optional(Type.String({ maxLength: 100 })),
        timezone: firstZone,
        shown_language: shownLanguage,
      },
      closed,
    ),
    response: person,
    problems: [409],
    bodyExample: {
      email: 'ada@example.org',
      password: 'a long sentence of mine',
      timezone: 'Europe/Berlin',
      shown_language: 'en',
    },
    successExample: personExample,
    run: async ({ context, browser, isAtMachine: isTrusted }, { body }) => {
      const input = { ...body, token: body.token ?? null, shownLanguage: body.shown_language }
      const begun = await setUp(context, input, { isTrusted, browser })
      return { body: await getPerson(context, begun), session: begun }
    },
  }),
  definePersonOperation({
    id: 'signIn',
    method: 'POST',
    audit: { action: 'person.sign_in', writtenBy: 'verb' },
    path: '/app/sign-in',
    who: 'anybody',
    summary: 'Sign in by password',
    description:
      'Sets the cookie of a new session, whatever cookie was sent. A session ends after a week without use, and after thirty days. Somebody with a second factor gets no session yet but 401 `second_factor_needed` with a `challenge`.',
    body: Type.Object({ email: Type.String({ maxLength: 320 }), password }, closed),
    response: person,
    problems: [401, 429],
    bodyExample: { email: 'ada@example.org', password: 'a long sentence of mine' },
    successExample: personExample,
    run: async ({ context, browser }, { body }) => {
      const begun = await signIn(context.db, body, browser)
      return { body: await getPerson(context, begun), session: begun }
    },
  }),
  definePersonOperation({
    id: 'signOut',
    method: 'POST',
    audit: { action: 'person.sign_out', writtenBy: 'verb' },
    path: '/app/sign-out',
    who: 'person',
    summary: 'End this session',
    response: done,
    successExample: isDone,
    run: async ({ context: { db }, person: signedIn, browser }) => {
      await endSession(db, signedIn, signedIn.sessionId, browser)
      return { body: isDone, session: null }
    },
  }),
  definePersonOperation({
    id: 'getPerson',
    method: 'GET',
    path: '/app/me',
    who: 'person',
    summary: 'Get the person who is signed in, with their workspaces and roles',
    response: person,
    successExample: personExample,
    run: async ({ context, person: signedIn }) => ({ body: await getPerson(context, signedIn) }),
  }),
  definePersonOperation({
    id: 'updatePerson',
    method: 'PATCH',
    audit: { none: 'It changes how the app looks to this person alone.' },
    path: '/app/me',
    who: 'person',
    summary: 'Change your name, your language, or the keys of the app',
    description: 'Fields that are left out stay as they are.',
    body: Type.Object(
      {
        name: Type.Optional(Type.String({ maxLength: 100 })),
        language: Type.Optional(nullable(language)),
        shown_language: shownLanguage,
        single_letter_keys: Type.Optional(singleLetterKeys),
        inherited_at: Type.Optional(
          Type.Null({
            description: 'Says that you have looked through the workspaces of an account that you took over.',
          }),
        ),
      },
      closed,
    ),
    response: person,
    bodyExample: { name: 'Ada Lovelace', language: 'de' },
    successExample: { ...personExample, name: 'Ada Lovelace', language: 'de' },
    run: async ({ context, person: signedIn }, { body }) => {
      await updatePerson(context.db, signedIn.userId, body)
      return { body: await getPerson(context, signedIn) }
    },
  }),
  definePersonOperation({
    id: 'listOwnActivity',
    method: 'GET',
    path: '/app/me/activity',
    mayWait: true,
    who: 'person',
    summary: 'List your last hundred sign-ins and changes of your own security, newest first',
    description: 'Sign-ins that failed are among them.',
    response: Type.Object({ data: Type.Array(activity) }, closed),
    successExample: {
      data: [
        {
          id: '5b0c5a0e-6d3a-4a3f-9f52-2f4f3e0f9c11',
          action: 'person.sign_in',
          ip: '203.0.113.7',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
          created_at: '2026-03-02T17:20:00.000Z',
        },
      ],
    },
    run: async ({ context: { db }, person: { userId } }) => ({
      body: { data: await listOwnActivity(db, userId) },
    }),
  }),
  definePersonOperation({
    id: 'listSessions',
    method: 'GET',
    path: '/app/sessions',
    who: 'person',
    summary: 'List your sessions',
    response: Type.Object({ data: Type.Array(session) }, closed),
    successExample: {
      data: [
        {
          id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b24',
          is_current: true,
          ip: '203.0.113.7',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
          created_at: '2026-03-01T08:00:00.000Z',
          last_used_at: '2026-03-02T17:20:00.000Z',
        },
      ],
    },
    run: async ({ context: { db }, person: signedIn }) => ({
      body: { data: await listSessions(db, signedIn) },
    }),
  }),
  definePersonOperation({
    id: 'endSession',
    method: 'DELETE',
    audit: { action: 'person.end_session', writtenBy: 'verb' },
    path: '/app/sessions/{id}',
    who: 'person',
    thing: 'session',
    summary: 'End one of your sessions',
    description: 'Its cookie is refused from then on, by every process.',
    params: Type.Object({ id }, closed),
    response: done,
    successExample: isDone,
    run: async ({ context: { db }, person: signedIn, browser }, { params }) => {
      await endSession(db, signedIn, params.id, browser)
      return { body: isDone, ...(params.id === signedIn.sessionId ? { session: null } : {}) }
    },
  }),
  definePersonOperation({
    id: 'endOtherSessions',
    method: 'POST',
    audit: { action: 'person.end_other_sessions', writtenBy: 'verb' },
    path: '/app/sessions/end-others',
    who: 'person',
    summary: 'End all your sessions but this one',
    response: Type.Object({ ended: Type.Integer() }, closed),
    successExample: { ended: 2 },
    run: async ({ context: { db }, person: signedIn, browser }) => ({
      body: { ended: await endOtherSessions(db, signedIn, browser) },
    }),
  }),
  definePersonOperation({
    id: 'prove',
    method: 'POST',
    audit: { action: 'person.prove', writtenBy: 'verb' },
    path: '/app/proof',
    who: 'person',
    summary: 'Show once more that it is you',
    description:
      'For ten minutes you may then do what asks for it, such as making an API key. The session gets a new cookie, so a copy of the old one is worth nothing. Somebody with a second factor gives a code of their app or a recovery code too, each good once, or uses a passkey instead. Somebody who has a second factor and no password gives the code alone.',
    body: Type.Object(
      { password: Type.Optional(password), code: Type.Optional(Type.String({ maxLength: 50 })) },
      closed,
    ),
    response: done,
    problems: [403, 429],
    bodyExample: { password: 'a long sentence of mine' },
    successExample: isDone,
    run: async ({ context, person: signedIn, browser }, { body }) => {
      const { password: given = null, code = null } = body
      return { body: isDone, session: await prove(context, signedIn, { password: given, code }, browser) }
    },
  }),
  definePersonOperation({
    id: 'changePassword',
    method: 'POST',
    audit: { action: 'person.change_password', writtenBy: 'verb' },
    path: '/app/password',
    who: 'person',
    summary: 'Change your password',
    description:
      'Every other session of yours ends, this one gets a new cookie, and a mail tells you of it. Somebody who has no password yet leaves the current one out, and needs a fresh proof; so does somebody with a second factor.',
    body: Type.Object({ current_password: Type.Optional(password), new_password: password }, closed),
    response: done,
    problems: [403, 429],
    bodyExample: { current_password: 'a long sentence of mine', new_password: 'another one, longer still' },
    successExample: isDone,
    run: async ({ context, person: signedIn, browser }, { body }) => {
      const { current_password: currentPassword = null, new_password: newPassword } = body
      const session = await changePassword(context, signedIn, { currentPassword, newPassword }, browser)
      return { body: isDone, session }
    },
  }),
]
