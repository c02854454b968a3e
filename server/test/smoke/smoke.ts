import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { readOptions } from '../../../scripts/command-options.ts'
import { accountOf } from '../../src/accounts/account-of.ts'
import { createConnectIo } from '../../src/accounts/connect-io.ts'
import { openFreshCredentials } from '../../src/accounts/with-access.ts'
import { readConfig } from '../../src/config.ts'
import { createMediaHost, type MediaHost } from '../../src/connectors/conformance/media-host.ts'
import { makePictures } from '../../src/connectors/conformance/pictures.ts'
import { Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { Context } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { asObject, type Json, type JsonObject } from '../../src/lib/json/json.ts'
import { createLog } from '../../src/lib/log.ts'
import { StartError } from '../../src/lib/settings/start-error.ts'
import { withContext } from '../../src/operator/cli/with-instance.ts'
import { findApp } from '../../src/platform-apps/find-app.ts'
import { secretsIn } from './journal.ts'
import { makeVideo } from './make-video.ts'
import { runSmoke, type SmokeReport } from './run-smoke.ts'
import { compareShapes, shapesOf } from './shapes.ts'

const usage = `Publishes to a real network with an account of this installation, deletes it again, and says where the network answered
otherwise than its fake. docs/smoke.md describes it.

  npm run smoke -- NETWORK

  --account ID       the account; the newest by default
  --out FOLDER       where the report goes; smoke by default
  --options JSON     options that every post of the network needs, such as who can see it
  --yes              do not ask before publishing
  --media-url URL    the public address at which the network fetches files
  --media-port PORT  the port to which that address leads; 4748 by default
`

const { values, positionals } = readOptions({
  name: 'smoke',
  usage,

  allowPositionals: true,
  options: {
    account: { type: 'string' },
    out: { type: 'string', default: 'smoke' },
    options: { type: 'string', default: '{}' },
    yes: { type: 'boolean', default: false },
    'media-url': { type: 'string' },
    'media-port': { type: 'string', default: '4748' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const connector = connectors.find(({ platform }) => platform === positionals[0])
if (!connector) {
  say(`Say which network to try: ${connectors.map(({ platform }) => platform).join(', ')}.`)
  process.exitCode = 2
} else {
  const config = readConfig(process.env)
  const log = createLog('warn')
  const none = { text: () => null, needed: () => '', flag: () => false, ask: null }
  const input = { config, log, ...none, report: say }
  process.exitCode = await withContext(input, (context) => tryNetwork(context, connector)).catch(explain)
}

/** Says what a person can do about it; anything else is a mistake of the program. */
function explain(error: unknown): number {
  if (!(error instanceof StartError) && !(error instanceof Failure)) throw error
  say(error.message)
  return 2
}

interface AccountRow {
  readonly id: string
  readonly workspace_id: string
  readonly external_id: string
  readonly username: string
  readonly settings: JsonObject
}

async function tryNetwork(
  context: Context,
  { platform, name }: { platform: string; name: string },
): Promise<number> {
  const row = await pickAccount(context, platform)
  if (!row) {
    say(`Connect an account first: npm run crier -- accounts connect ${platform}`)
    return 2
  }
  if (
    !(await mayPublish(
      `This publishes posts on ${name} as ${row.username}, for everybody to see, and deletes them.`,
    ))
  )
    return 2
  const own = context.connectors.find((each) => each.platform === platform)
  if (!own) throw new Error(`There is no connector for ${platform}.`)
  const place = { workspaceId: row.workspace_id, accountId: row.id }
  const opened = await openFreshCredentials(context, { ...place, account: accountOf(row) })
  const app = await findApp(context, own)
  const {
    app: findOwnApp,
    registration,
    publicUrl,
  } = createConnectIo(context, own, new AbortController().signal)
  const fetches = own.connect.some(({ needs }) => needs.includes('public_media'))
  const mediaHost = await openMediaHost(context)
  const hasMedia = !fetches || mediaHost !== null
  if (!hasMedia && !mayGoOnWithTexts(name, own.limits(opened.account).media.required)) return 2
  const report = await runSmoke({
    connector: own,
    account: opened.account,
    credentials: opened.credentials,
    outbound: context.outboundOf(platform),
    pictures: hasMedia ? await makePictures(4, own.limits(opened.account)) : [],
    video: hasMedia ? await makeVideo() : null,
    ...(mediaHost ? { mediaHost } : {}),
    options: readPostOptions(values.options),
    otherSecrets: app ? secretsIn(app.settings) : [],
    installation: { app: findOwnApp, registration, publicUrl },
    whileWaiting: () => pause(2_000),
    tell: say,
  })
  return printReport(platform, report)
}

/** @throws StartError */
function readPostOptions(text: string): JsonObject {
  try {
    const options = asObject(JSON.parse(text) as Json)
    if (options) return options
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StartError('--options must be an object of JSON, such as {"visibility":"private"}.')
}

/** The host of the media at --media-url, once it answers there; null without one. @throws StartError */
async function openMediaHost({ outbound }: Context): Promise<MediaHost | null> {
  const publicUrl = values['media-url']?.replace(/\/+$/, '')
  if (publicUrl === undefined) return null
  const port = Number(values['media-port'])
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError('--media-port must be a port, from 1 to 65535.')
  const host = createMediaHost({ port, publicUrl })
  const url = await host.publish(Buffer.from('Crier'), 'text/plain')
  const isReached = await outbound
    .fetch(
      { method: 'GET', url, headers: {}, body: null },
      { timeoutMs: 10_000, maxBytes: 100, signal: AbortSignal.timeout(15_000) },
    )
    .then(
      ({ status }) => status === 200 && host.fetchedAt(url) !== null,
      () => false,
    )
  if (isReached) return host
  throw new StartError(
    `${url} does not lead to port ${port} of this machine. Let your tunnel or proxy pass it on.`,
  )
}

/** Whether texts are left to try on a network that fetches media. */
function mayGoOnWithTexts(name: string, needsMedia: boolean): boolean {
  const what = needsMedia ? 'nothing can be tried: it takes no text alone' : 'only texts are tried'
  say(`${name} fetches media from a public address, and --media-url names none, so ${what}.`)
  return !needsMedia
}

async function pickAccount({ db }: Context, platform: string): Promise<AccountRow | undefined> {
  const rows = await db.rows<AccountRow>(sql`
    select id, workspace_id, external_id, username, settings from social_accounts
    where platform = ${platform} and status = 'active' and disconnected_at is null
      and (${values.account ?? null}::uuid is null or id = ${values.account ?? null}::uuid)
    order by created_at desc`)
  const [first, another] = rows
  if (another && values.account === undefined) {
    say(`There are several accounts; the newest is taken. Choose another with --account:`)
    for (const { id, username } of rows) say(`  ${id}  ${username}`)
  }
  return first
}

async function mayPublish(question: string): Promise<boolean> {
  if (values.yes) return true
  if (!process.stdin.isTTY) {
    say(`${question} Run it again with --yes.`)
    return false
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question} Go on? [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

function printReport(platform: string, { entries, failures, left }: SmokeReport): number {
  const shapes = shapesOf(entries)
  mkdirSync(values.out, { recursive: true })
  const file = join(values.out, `${platform}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ entries, shapes }, null, 2)}\n`)
  for (const failure of failures) say(`FAILED  ${failure}`)
  for (const { url, remoteId } of left) say(`STILL PUBLIC  ${url || remoteId}: delete it by hand.`)
  const recorded = join(import.meta.dirname, '../../src/connectors', platform, 'test/smoke.json')
  const known = existsSync(recorded) ? JSON.parse(readFileSync(recorded, 'utf8')) : null
  const differences = known === null ? [] : compareShapes(shapes, known)
  for (const difference of differences) say(`DIFFERS  ${difference}`)
  say(
    known === null
      ? 'The fake of this network left no journal to compare with.'
      : sayCount(differences.length),
  )
  say(`Requests and answers, without secrets, are in ${file}. Read it before you share it.`)
  return failures.length > 0 || left.length > 0 ? 1 : 0
}

function sayCount(count: number): string {
  return count === 0
    ? 'The network answered like its fake.'
    : `The network differs from its fake in ${count} places.`
}
