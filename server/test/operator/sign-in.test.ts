import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectByOauth } from '../../src/connectors/sandbox/sign-in.ts'
import { sql } from '../../src/db/database.ts'
import { askAt } from '../../src/operator/cli/ask.ts'
import { UsageError } from '../../src/operator/cli/command.ts'
import { connectByRedirect } from '../../src/operator/connect/connect-by-redirect.ts'
import { startBrowser } from '../browser.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type House, startHouse } from '../house.ts'
import { signIn } from '../sign-in.ts'
import { until } from '../stories/until.ts'
import {
  crier,
  databaseUrlOf,
  freshSettings,
  type Settings,
  startCommand,
  startServer,
} from './crier-process.ts'

let database: TestDatabase
let house: House
beforeAll(async () => {
  database = await createTestDatabase()
  house = await startHouse({ worker: false })
})
afterAll(async () => {
  await house.stop()
  await database.drop()
})

const words = ['accounts', 'connect', 'sandbox', '--way', 'oauth', '--test']

/** Runs the command until it has told its page. */
async function startSignIn(settings: Settings, ...more: string[]) {
  const command = startCommand(settings, [...words, '--json', ...more])
  return { ...command, url: await pageShown(() => command.output.stderr) }
}

async function pageShown(shown: () => string): Promise<string> {
  const read = async () => /^ {2}(http\S+)$/m.exec(shown())?.[1] ?? null
  return (await until(read, (url) => url !== null)) ?? ''
}

async function countAttempts({ db }: Pick<TestDatabase, 'db'>): Promise<number> {
  return (await db.row<{ n: number }>(sql`select count(*)::int as n from connect_attempts`))?.n ?? 0
}

test('a command without a terminal lists the profiles, and connects those that are chosen', {
  timeout: 90_000,
}, async () => {
  const settings = { ...(await freshSettings()), DATABASE_URL: databaseUrlOf(database.connection) }
  const owner = ['bootstrap', '--email', 'ada@example.org', '--password', '-']
  await crier(settings, owner, 'a long password\n')
  const alone = await crier(settings, words)
  expect(alone).toMatchObject({ code: 1, stdout: '' })
  expect(alone.stderr).toMatch(
    /^No Crier answers at http:\S+, and the network sends the person back there\. .*\n$/,
  )

  await startServer(settings, 'serve')
  const unchosen = await startSignIn(settings)
  await signIn(startBrowser(), unchosen.url, { names: ['Harbour', 'Quay'] })
  const listed = await unchosen.ended
  expect(listed.code).toBe(1)
  expect(listed.stderr).toContain('Run the command again with --choose')
  const { candidates } = JSON.parse(listed.stdout)
  expect(candidates).toMatchObject([{ display_name: 'Harbour' }, { display_name: 'Quay' }])

  const chosen = await startSignIn(settings, '--choose', candidates[1].external_id)
  await signIn(startBrowser(), chosen.url, { names: ['Harbour', 'Quay'] })
  const connected = await chosen.ended
  expect(connected.code).toBe(0)
  expect(JSON.parse(connected.stdout)).toMatchObject({ data: [{ display_name: 'Quay', mode: 'test' }] })

  expect(await countAttempts(database)).toBe(1)
  const canceled = await startSignIn(settings)
  expect(await countAttempts(database)).toBe(2)
  canceled.process.kill('SIGINT')
  canceled.process.kill('SIGINT')
  expect(await canceled.ended).toMatchObject({ code: 2, stdout: '' })
  expect(canceled.output.stderr).toMatch(/\nCanceled\. The sign-in is over\.\n$/)
  expect(await countAttempts(database)).toBe(1)
})

/** A sign-in of which the person at the terminal sees what it tells, and types. */
function signInAtTerminal(choice: readonly string[] | null = null) {
  const lines: string[] = []
  const keyboard = Object.assign(new PassThrough(), { isTTY: true })
  const { context, workspaceId } = house
  const ended = connectByRedirect(
    { context, workspaceId, mode: 'test', platform: 'sandbox' },
    { connect: connectByOauth, fields: {}, choice },
    {
      ask: askAt(keyboard, { write: (text) => lines.push(text) }),
      report: (sentence) => lines.push(sentence),
      log: context.log,
    },
  )
  const shown = () => lines.join('\n')
  return { ended, shown, keyboard, page: () => pageShown(shown) }
}

const asked = (shown: () => string) =>
  until(
    async () => shown(),
    (text) => text.includes('Numbers of the profiles'),
  )

test('a person at a terminal chooses by number, and is asked again for other words', async () => {
  const { ended, shown, keyboard, page } = signInAtTerminal()
  await signIn(startBrowser(), await page(), { names: ['Pier', 'Mole', 'Dock'] })
  await asked(shown)
  expect(shown()).toMatch(/^1\. {2}\S+ {2}\S+ {2}Pier\n2\. {2}\S+ {2}\S+ {2}Mole\n3\. /m)
  for (const [index, wrong] of ['both', '', '4', '1 2'].entries()) {
    keyboard.write(`${wrong}\n`)
    await until(
      async () => shown().split('Type numbers from 1 to 3').length,
      (count) => count === index + 2,
    )
  }
  keyboard.write('3, 1\n')
  const { text } = await ended
  expect(text.split('\n').map((line) => line.split('  ')[4])).toEqual(
    expect.arrayContaining(['pier', 'dock']),
  )
  expect(text).not.toContain('mole')
})

test('a profile that cannot be connected cannot be chosen', async () => {
  const { ended, shown, keyboard, page } = signInAtTerminal()
  await signIn(startBrowser(), await page(), { names: ['Lock', 'Key'], behavior: 'locked_profile' })
  await asked(shown)
  expect(shown()).toContain('(Only the owner of this profile may connect it.)')
  keyboard.write('1\n')
  await until(
    async () => shown(),
    (text) => text.includes('Type numbers from 1 to 2'),
  )
  keyboard.write('2\n')
  expect((await ended).text).toContain('key')
})

test('a choice in the browser ends the question', async () => {
  const { ended, shown, page } = signInAtTerminal()
  const browser = startBrowser()
  const choice = await signIn(browser, await page(), { names: ['North', 'South'] })
  await asked(shown)
  const externalId = /value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
  await browser.send(choice, { external_id: externalId })
  expect((await ended).text).toContain('north')
})

test('a sign-in that fails says why and leaves no attempt behind', async () => {
  const before = await countAttempts(house)
  const refused = signInAtTerminal()
  await signIn(startBrowser(), await refused.page(), { decision: 'refuse' })
  await expect(refused.ended).rejects.toThrow('Access was refused. Sign in again and allow it.')

  const unknown = signInAtTerminal(['nobody'])
  await signIn(startBrowser(), await unknown.page(), { names: ['East', 'West'] })
  await expect(unknown.ended).rejects.toMatchObject({ errors: [{ code: 'unknown_candidate' }] })
  expect(unknown.shown()).toContain('East')

  const closed = signInAtTerminal()
  await signIn(startBrowser(), await closed.page(), { names: ['East', 'West'] })
  await asked(closed.shown)
  closed.keyboard.end()
  await expect(closed.ended).rejects.toBeInstanceOf(UsageError)
  expect(await countAttempts(house)).toBe(before)
})
