import { expect, test } from 'vitest'
import { checkRooms, unseenFiles } from './check-rooms.ts'
import { plant } from './house/plant.ts'

const packages = Object.fromEntries(
  ['pg', 'undici', 'fastify', 'graphile-worker'].flatMap((name) => [
    [`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "module", "exports": "./index.js" }`],
    [`node_modules/${name}/index.js`, 'export const Pool = 1'],
  ]),
)

// A small house in which each import goes where it may.
const sound = {
  ...packages,
  'server/src/main.ts':
    "import { app } from './app.ts'\nimport { keys } from './operator/keys.ts'\nexport const main = [app, keys]\n",
  'server/src/app.ts':
    "import { config } from './config.ts'\nimport { server } from './http/server.ts'\nimport { feed } from './sandbox/feed.ts'\nimport { work } from './jobs/work.ts'\nexport const app = [config, server, feed, work]\n",
  'server/src/config.ts': 'export const config = 1\nexport interface Config { port: number }\n',
  'server/src/context.ts':
    "import type { Database } from './db/database.ts'\nimport type { Config } from './config.ts'\nexport interface Context { db: Database; config: Config }\n",
  'server/src/operator/keys.ts':
    "import { createPost } from '../posts/create-post.ts'\nexport const keys = createPost\n",
  'server/src/http/server.ts':
    "import fastify from 'fastify'\nimport type { IncomingMessage } from 'node:http'\nimport { createPost } from '../posts/create-post.ts'\nexport const server = (message: IncomingMessage) => [fastify, createPost, message]\n",
  'server/src/posts/create-post.ts':
    "import type { Context } from '../context.ts'\nimport { claim } from '../publishing/claim.ts'\nimport { account } from '../accounts/account.ts'\nexport const createPost = (context: Context) => [context, claim, account]\n",
  'server/src/publishing/claim.ts':
    "import { connectors } from '../connectors/index.ts'\nimport { account } from '../accounts/account.ts'\nexport const claim = [connectors, account]\n",
  'server/src/accounts/account.ts':
    "import { database } from '../db/database.ts'\nexport const account = database\n",
  'server/src/connectors/index.ts':
    "import { red } from './red/connector.ts'\nimport { blue } from './blue/connector.ts'\nexport const connectors = [red, blue]\n",
  'server/src/connectors/connector.ts': 'export interface Connector { platform: string }\n',
  'server/src/connectors/red/connector.ts':
    "import type { Connector } from '../connector.ts'\nimport { call } from './api.ts'\nexport const red: Connector = { platform: call }\n",
  'server/src/connectors/red/api.ts':
    "import { clock } from '../../lib/clock.ts'\nexport const call = clock\n",
  'server/src/connectors/red/test/fake.ts':
    "import { createServer } from 'node:http'\nexport const fake = createServer\n",
  'server/src/connectors/red/test/red.test.ts':
    "import { house } from '../../../../test/house.ts'\nimport { promises } from '../../conformance/promises.ts'\nimport { red } from '../connector.ts'\nimport { fake } from './fake.ts'\nexport const all = [fake, house, promises, red]\n",
  'server/src/connectors/conformance/promises.ts':
    "import type { Connector } from '../connector.ts'\nimport { clock } from '../../lib/clock.ts'\nexport const promises = (connector: Connector) => [connector, clock]\n",
  'server/src/connectors/sandbox/connector.ts': "export const sandbox = { platform: 'sandbox' }\n",
  'server/src/connectors/blue/connector.ts': "export const blue = { platform: 'blue' }\n",
  'server/src/jobs/work.ts':
    "import { run } from 'graphile-worker'\nimport { database } from '../db/database.ts'\nexport const work = [database, run]\n",
  'server/src/sandbox/feed.ts':
    "import 'node:http'\nimport { database } from '../db/database.ts'\nexport const feed = database\n",
  'server/src/db/database.ts':
    "import { Pool } from 'pg'\nexport const database = Pool\nexport type Database = typeof database\n",
  'server/src/lib/clock.ts': "export const clock = 'now'\n",
  'server/src/lib/safe-fetch/request.ts':
    "import { Pool } from 'undici'\nimport { request } from 'node:https'\nexport const send = [Pool, request]\n",
  'bench/run.ts': "import { app } from '../server/src/app.ts'\nexport const run = app\n",
  'bench/bare-server.ts':
    "import fastify from 'fastify'\nimport { Pool } from 'pg'\nexport const bare = [fastify, Pool]\n",
  'server/test/house.ts':
    "import { app } from '../src/app.ts'\nimport { promises } from '../src/connectors/conformance/promises.ts'\nimport { sandbox } from '../src/connectors/sandbox/connector.ts'\nexport const house = [app, promises, sandbox]\n",
}

async function refused(path: string, content: string): Promise<string[]> {
  return await checkRooms(plant({ ...sound, [path]: content }))
}

test('a house in which every import goes downwards is accepted', async () => {
  expect(await checkRooms(plant(sound))).toEqual([])
})

test.each([
  ['server/src/app.ts', './main.ts', 'app may not import main: main starts everything'],
  ['server/src/http/door.ts', '../app.ts', 'http may not import app: app builds every part'],
  ['server/src/http/door.ts', '../operator/keys.ts', 'http may not import operator: the operator’s commands'],
  ['server/src/worker.ts', './http/server.ts', 'worker may not import http: http is a door'],
  ['server/src/posts/door.ts', '../http/server.ts', 'posts may not import http: http is a door'],
  [
    'server/src/publishing/door.ts',
    '../posts/create-post.ts',
    'publishing may not import posts: posts say what',
  ],
  [
    'server/src/accounts/door.ts',
    '../publishing/claim.ts',
    'accounts may not import publishing: publishing moves',
  ],
  [
    'server/src/webhooks/door.ts',
    '../accounts/account.ts',
    'webhooks may not import accounts: accounts are leave',
  ],
  ['server/src/db/door.ts', '../accounts/account.ts', 'db may not import accounts: accounts are leave'],
  ['server/src/storage/door.ts', '../jobs/work.ts', 'storage may not import jobs: jobs receive'],
  ['server/src/http/door.ts', '../db/database.ts', 'http may not import db: a route calls a verb'],
  [
    'server/src/http/door.ts',
    '../connectors/index.ts',
    'http may not import connectors: a route calls a verb',
  ],
  ['server/src/posts/door.ts', '../sandbox/feed.ts', 'Only http and app may import the pretend network'],
  ['server/src/sandbox/door.ts', '../accounts/account.ts', 'The pretend network may import db and lib only'],
  [
    'server/src/connectors/red/door.ts',
    '../blue/connector.ts',
    'A connector may import the contract, its own folder',
  ],
  [
    'server/src/connectors/red/door.ts',
    '../../db/database.ts',
    'A connector may import the contract, its own folder',
  ],
  [
    'server/src/connectors/red/door.ts',
    '../../config.ts',
    'A connector may import the contract, its own folder',
  ],
  ['server/src/connectors/red/door.ts', '../index.ts', 'A connector may import the contract, its own folder'],
  [
    'server/src/connectors/connector.ts',
    '../db/database.ts',
    'The contract and the list may import connectors and lib',
  ],
  [
    'server/src/publishing/door.ts',
    '../connectors/red/connector.ts',
    'Only connectors/index.ts may import a connector',
  ],
  ['server/src/jobs/door.ts', '../accounts/account.ts', 'jobs may import db and lib only'],
  ['server/src/lib/door.ts', '../db/database.ts', 'lib may import lib only'],
  ['server/src/accounts/door.ts', '../config.ts', 'Only main, operator and app may import config.ts'],
  ['server/src/accounts/door.ts', '../context.ts', 'context.ts holds types only: import it with'],
  ['server/src/context.ts', './lib/clock.ts', 'context.ts holds types only: it imports with'],
  ['server/src/accounts/door.ts', 'pg', 'Only db may import pg'],
  ['server/test/door.ts', 'pg', 'Only db may import pg'],
  ['server/src/posts/door.ts', 'fastify', 'Only http may import fastify'],
  ['server/src/connectors/red/door.ts', 'undici', 'Only lib/safe-fetch may import undici'],
  ['server/src/http/door.ts', 'graphile-worker', 'Only jobs may import graphile-worker'],
  ['server/src/connectors/red/door.ts', 'node:https', 'Only lib/safe-fetch may import node:http'],
  ['server/src/posts/door.ts', 'http', 'Only lib/safe-fetch may import node:http'],
  ['server/src/connectors/red/door.ts', './test/fake.ts', 'Source may not import a test, a fake'],
  ['server/src/connectors/red/door.ts', '../conformance/promises.ts', 'Source may not import a test, a fake'],
  [
    'server/src/posts/door.ts',
    '../connectors/conformance/promises.ts',
    'Source may not import a test, a fake',
  ],
  ['server/src/connectors/red/fake.ts', '../blue/connector.ts', 'A connector may import the contract'],
  ['server/src/posts/conformance.ts', '../http/server.ts', 'posts may not import http'],
  ['server/test/door.ts', '../src/connectors/red/test/fake.ts', 'Only the list and a network’s own tests'],
  ['server/test/door.ts', '../src/connectors/blue/connector.ts', 'Only the list and a network’s own tests'],
  ['server/src/posts/door.test.ts', '../connectors/red/api.ts', 'Only the list and a network’s own tests'],
  ['bench/door.ts', '../server/src/connectors/red/api.ts', 'Only the list and a network’s own tests'],
  [
    'server/src/connectors/blue/test/door.ts',
    '../../red/test/fake.ts',
    'A network’s tests may not import another network',
  ],
  [
    'server/src/connectors/blue/door.test.ts',
    '../sandbox/connector.ts',
    'A network’s tests may not import another network',
  ],
  [
    'server/src/connectors/conformance/door.ts',
    '../red/connector.ts',
    'The promises may import the contract, their own folder and lib',
  ],
  [
    'server/src/connectors/conformance/door.ts',
    '../../../test/house.ts',
    'The promises may import the contract, their own folder and lib',
  ],
  ['server/src/main.ts', '../../bench/run.ts', 'Only bench may import bench'],
  ['server/test/door.ts', '../../bench/run.ts', 'Only bench may import bench'],
  ['bench/door.ts', '../server/test/house.ts', 'bench may import source, but no test'],
  ['bench/door.ts', 'pg', 'Only db may import pg'],
  ['server/src/lib/clock.ts', './clock.ts', 'Imports may not go round'],
  ['server/src/lib/door.ts', './gone.ts', 'An import must lead to a file'],
  ['server/src/lib/door.ts', 'left-pad', 'An import must lead to a file'],
])('%s importing %s is refused: %s', async (path, target, sentence) => {
  const problems = await refused(path, `import * as planted from '${target}'\nexport const door = planted\n`)
  expect(problems.filter((problem) => problem.startsWith(`${path} imports`)).join('\n')).toContain(sentence)
})

test('the type of the settings is not named below the rooms that may', async () => {
  const content =
    "import type { Config } from '../config.ts'\nexport const port = (config: Config) => config.port\n"
  expect(await refused('server/src/posts/port.ts', content)).toEqual([])
  expect(await refused('server/src/db/port.ts', content)).toEqual([
    'server/src/db/port.ts imports server/src/config.ts. connectors, jobs, storage, db and lib may not name the type of the settings: they take single values.',
  ])
})

test('two files that import each other are a cycle, also through types', async () => {
  const problems = await checkRooms(
    plant({
      ...sound,
      'server/src/lib/egg.ts': "import type { Hen } from './hen.ts'\nexport interface Egg { hen: Hen }\n",
      'server/src/lib/hen.ts': "import type { Egg } from './egg.ts'\nexport interface Hen { egg: Egg }\n",
    }),
  )
  expect(problems.join('\n')).toContain('Imports may not go round')
})

test('a new folder must be given its place', async () => {
  expect(await refused('server/src/attic/box.ts', 'export const box = 1\n')).toEqual([
    'server/src/attic has no place in the table of rooms: give it one in scripts/house/rooms.ts.',
  ])
})

test('a tree without files is not called sound', async () => {
  expect(await checkRooms(plant({ 'README.md': '' }))).toEqual(['There is no file to judge.'])
})

test('a file that was not looked at is not called sound', () => {
  const root = plant(sound)
  expect(unseenFiles(root, ['server/src'], [])).toContain(
    'server/src/main.ts was not seen by dependency-cruiser.',
  )
})
