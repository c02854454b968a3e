import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account, Candidate, ConnectIo, Identified, RedirectConnect, RedirectIo } from '../connector.ts'
import {
  beginFacebookLogin,
  type FacebookLogin,
  type FacebookPage,
  type FacebookUser,
  finishFacebookLogin,
  listFacebookPages,
} from '../kit/graph/facebook-login.ts'
import { graphVersionOf } from '../kit/graph/graph.ts'
import { callInstagram, graphs, openAccess } from './api.ts'
import { facebookKeys } from './app.ts'
import { describeProfile, type LoginGrant, refreshedFrom } from './profile.ts'
import { readCredentials, readSettings } from './settings.ts'

const publishing = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
]
const scopes = [
  ...publishing,
  'business_management',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
]

/** Signs in at Facebook: the professional accounts that are linked to the person's Pages. */
export const connectByFacebook: RedirectConnect = {
  kind: 'redirect',
  way: 'facebook_login',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: ['facebook_client_id', 'facebook_client_secret'],
  needs: ['https', 'public_media'],
  begin: async (_input, io) => beginFacebookLogin(await loginOf(io), io),
  finish,
  refresh: async (account, credentials, io) =>
    refreshedFrom(await readAgain(account, credentials, io), account),
  // The token of a Page has no end of its own; ending the app's access would end it for all Pages of the person.
  revoke: async () => undefined,
}

async function loginOf(io: ConnectIo): Promise<FacebookLogin> {
  const app = await io.app()
  return {
    ...facebookKeys(app),
    graph: graphs.facebook,
    version: graphVersionOf(app),
    configId: textOf(app.facebook_config_id),
    scopes,
    neededScopes: publishing,
  }
}

const profileFields = 'id,username,name,profile_picture_url'

async function finish(
  callback: URLSearchParams,
  keep: JsonObject,
  io: RedirectIo,
): Promise<readonly Candidate[]> {
  const login = await loginOf(io)
  const user = await finishFacebookLogin(login, callback, keep, io)
  const pages = await listFacebookPages(login, user, `instagram_business_account{${profileFields}}`, io)
  return pages.flatMap((page) => candidateOf(page, user, io) ?? [])
}

/** A Page without an account of Instagram is left out: there would be nothing to choose. */
function candidateOf(page: FacebookPage, { id, granted }: FacebookUser, io: ConnectIo): Candidate | null {
  const body = asObject(page.fields.instagram_business_account)
  const externalId = textOf(body?.id)
  if (!body || externalId === null || textOf(body.username) === null) return null
  const reason = page.token === null ? `Your role on the Page ${page.name} does not let apps publish.` : null
  const given: LoginGrant = {
    login: 'facebook',
    granted,
    userIds: [id],
    // A candidate that cannot be chosen has no use for a token, but needs credentials of its own.
    token: page.token ?? `none-${page.id}`,
    issuedAt: io.now(),
    expiresAt: null,
  }
  return { profile: describeProfile(externalId, body, given), suggested: reason === null, reason }
}

/** The token of a Page cannot be renewed. This finds out whether it is still good. */
async function readAgain(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Identified> {
  const access = await openAccess(account, credentials, io)
  const body = await callInstagram(access, { path: access.home, query: { fields: profileFields } })
  const { granted, userIds } = readSettings(account)
  const { accessToken: token, issuedAtMs } = readCredentials(credentials)
  const kept = { granted, userIds, token, issuedAt: new Date(issuedAtMs) }
  const given: LoginGrant = { ...kept, login: 'facebook', expiresAt: null }
  return describeProfile(textOf(body.id) ?? account.externalId, body, given)
}
