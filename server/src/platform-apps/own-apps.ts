import { personEntry, recordAuditOfPerson } from '../audit/record-audit.ts'
import type { Connector } from '../connectors/connector.ts'
import { byName, connectorOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { notFound, Problem } from '../lib/problem.ts'
import { findInstanceOwner } from '../people/create-owner.ts'
import type { Browser } from '../people/sessions/begin-session.ts'
import type { SignedIn } from '../people/sessions/find-session.ts'
import { requireLivingSession } from '../people/sessions/require-living-session.ts'
import { appOfVariables, variableOf } from './app-variables.ts'
import { findApp } from './find-app.ts'
import { listMissingNeeds, type MissingNeed } from './missing-needs.ts'
import { removeApp, setApp } from './set-app.ts'

/** The operator's app at one network, as its first owner sees it. Never a secret. */
export interface OwnApp {
  platform: string
  name: string
  /** JSON Schema of the app. */
  fields: JsonObject
  set_in: 'environment' | 'command' | 'here' | null
  /** The fields that are no secrets. */
  values: JsonObject
  /** The fields that are set, secrets too. */
  fields_set: string[]
  /** The variable of the environment for each field. */
  variables: Record<string, string>
  updated_at: string | null
  ways: { way: string; missing: MissingNeed[] }[]
}

/** A person in a browser, who asks for it. */
interface Asking {
  readonly person: SignedIn
  readonly browser: Browser
}

type WithApp = Connector & { readonly app: NonNullable<Connector['app']> }

/** The apps at all networks that ask for one. @throws Problem 403 */
export async function listOwnApps(context: Context, { person }: Asking): Promise<OwnApp[]> {
  await requireFirstOwner(context.db, person.userId)
  return Promise.all(
    byName(context.connectors.filter(hasApp)).map((connector) => toOwnApp(context, connector)),
  )
}

/**
 * Sets the app at a network in place of the one before, sealed, for every process at once.
 * @throws Problem 403, 404, 409 where the environment sets it, 422
 */
export async function setOwnApp(
  context: Context,
  asking: Asking,
  platform: string,
  settings: JsonObject,
): Promise<OwnApp> {
  const connector = await findOwn(context, asking, platform)
  await context.db.transaction(async (db) => {
    await requireLivingSession(db, asking.person)
    await setApp({ ...context, db }, connector, settings, asking.person.userId)
    await record(db, asking, 'platform_app.set', platform)
  })
  return toOwnApp(context, connector)
}

/** Removes the app that was set here or by a command. @throws Problem 403, 404 where none is stored, 409 */
export async function removeOwnApp(context: Context, asking: Asking, platform: string): Promise<void> {
  await findOwn(context, asking, platform)
  await context.db.transaction(async (db) => {
    await requireLivingSession(db, asking.person)
    if (!(await removeApp({ db }, platform))) throw notFound('app')
    await record(db, asking, 'platform_app.unset', platform)
  })
}

async function findOwn(context: Context, { person }: Asking, platform: string): Promise<WithApp> {
  await requireFirstOwner(context.db, person.userId)
  const connector = connectorOf(context, platform)
  if (!connector || !hasApp(connector)) throw notFound('network with an app')
  if (appOfVariables(context.config.platformVariables, platform, connector.app)) {
    const variables = Object.keys(connector.app.properties).map((field) => variableOf(platform, field))
    const detail = `The environment sets the app at ${connector.name}, by ${variables.join(', ')}.`
    throw new Problem(409, 'app_from_environment', detail)
  }
  return connector
}

// The apps are the whole server's, so nobody else may do it, whatever their workspace.
async function requireFirstOwner(db: Queryable, userId: string): Promise<void> {
  if ((await findInstanceOwner(db)) === userId) return
  throw new Problem(403, 'not_first_owner', 'Only the person who set this server up may do this.')
}

async function toOwnApp(context: Context, connector: WithApp): Promise<OwnApp> {
  const { platform, name, app, connect } = connector
  const found = await findApp(context, connector)
  const stored = await context.db.row<{ set_by: string | null; updated_at: Date }>(sql`
    select set_by, updated_at from platform_apps where platform = ${platform}`)
  const settings = found?.settings ?? {}
  const isFromHere = found?.from === 'database' && stored !== null
  const storedIn = stored?.set_by ? 'here' : 'command'
  return {
    platform,
    name,
    fields: JSON.parse(JSON.stringify(app)) as JsonObject,
    set_in: found === null ? null : found.from === 'environment' ? 'environment' : storedIn,
    values: Object.fromEntries(Object.entries(settings).filter(([field]) => !isSecret(connector, field))),
    fields_set: Object.keys(settings),
    variables: Object.fromEntries(
      Object.keys(app.properties).map((field) => [field, variableOf(platform, field)]),
    ),
    updated_at: isFromHere ? stored.updated_at.toISOString() : null,
    ways: await Promise.all(
      connect.map(async (way) => ({
        way: way.way,
        missing: await listMissingNeeds(context, connector, way),
      })),
    ),
  }
}

function isSecret({ app }: WithApp, field: string): boolean {
  const schema: unknown = app.properties[field]
  const isKnown = typeof schema === 'object' && schema !== null
  return !isKnown || ('format' in schema && schema.format === 'password')
}

function hasApp(connector: Connector): connector is WithApp {
  return connector.app !== null
}

function record(
  db: Queryable,
  { person, browser }: Asking,
  action: 'platform_app.set' | 'platform_app.unset',
  platform: string,
): Promise<void> {
  return recordAuditOfPerson(db, {
    action,
    ...personEntry(person.userId, browser),
    subjectId: platform,
  })
}
