import { expect, test } from 'vitest'
import { checkRooms, unseenFiles } from './check-rooms.ts'
import { plant } from './house/plant.ts'

const packages = Object.fromEntries(
  ['pg', 'undici', 'fastify', 'graphile-worker', 'sharp', '@aws-sdk/client-s3', 'nodemailer'].flatMap(
    (name) => [
      [
        `node_modules/${name}/package.json`,
        `{ "name": "${name}", "type": "module", "exports": "./index.js" }`,
      ],
      [`node_modules/${name}/index.js`, 'export const Pool = 1'],
    ],
  ),
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
    "import type { Context } from '../context.ts'\nimport { claim } from '../publishing/worker/claim.ts'\nimport { account } from '../accounts/account.ts'\nexport const createPost = (context: Context) => [context, claim, account]\n",
  'server/src/publishing/worker/claim.ts':
    "import { connectors } from '../../connectors/index.ts'\nimport { account } from '../../accounts/account.ts'\nexport const claim = [connectors, account]\n",
  'server/src/accounts/account.ts':
    "import { database } from '../db/database.ts'\nexport const account = database\n",
  'server/src/connectors/index.ts':
    "import { red } from './red/connector.ts'\nimport { blue } from './blue/connector.ts'\nexport const connectors = [red, blue]\n",
  'server/src/connectors/connector.ts': 'export interface Connector { platform: string }\n',
  'server/src/connectors/red/connector.ts':
    "import type { Connector } from '../connector.ts'\nimport { call } from './api.ts'\nexport const red: Connector = { platform: call }\n",
  'server/src/connectors/red/api.ts':
    "import { clock } from '../../lib/clock.ts'\nimport { read } from '../kit/json-api.ts'\nexport const call = [clock, read]\n",
  'server/src/connectors/red/test/fake.ts':
    "import { start } from '../../kit/fakes/fake-server.ts'\nexport const fake = start\n",
  'server/src/connectors/kit/json-api.ts':
    "import type { Connector } from '../connector.ts'\nimport { clock } from '../../lib/clock.ts'\nexport const read = (connector: Connector) => [connector, clock]\n",
  'server/src/connectors/kit/fakes/fake-server.ts':
    "import { createServer } from 'node:http'\nexport const start = createServer\n",
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
  'server/src/media/reader/child.ts':
    "import { open } from '../../lib/images/open-image.ts'\nimport { probe } from '../probe/probe.ts'\nexport const child = [open, probe]\n",
  'server/src/media/probe/probe.ts':
    "import { scan } from '../../lib/containers/png.ts'\nexport const probe = scan\n",
  'server/src/media/media-source.ts':
    "import type { Opened } from '../lib/images/open-image.ts'\nexport const source = (opened: Opened) => opened\n",
  'server/src/lib/images/open-image.ts':
    "import { Pool } from 'sharp'\nexport const open = Pool\nexport type Opened = typeof open\n",
  'server/src/lib/containers/png.ts': 'export const scan = 1\n',
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

const forbidden: [path: string, target: string, sentence: string][] = [
  ['server/src/app.ts', './main.ts', 'app may not import main: main starts everything'],
  ['server/src/http/planted.ts', '../app.ts', 'http may not import app: app builds every part'],
  [
    'server/src/http/planted.ts',
    '../operator/keys.ts',
    'http may not import operator: the operator’s commands',
  ],
  ['server/src/worker.ts', './http/server.ts', 'worker may not import http: http calls verbs'],
  ['server/src/posts/planted.ts', '../http/server.ts', 'posts may not import http: http calls verbs'],
  [
    'server/src/publishing/planted.ts',
    '../posts/create-post.ts',
    'publishing may not import posts: posts say what',
  ],
  [
    'server/src/accounts/planted.ts',
    '../publishing/worker/claim.ts',
    'accounts may not import publishing: publishing moves',
  ],
  [
    'server/src/webhooks/planted.ts',
    '../accounts/account.ts',
    'webhooks may not import accounts: accounts hold credentials',
  ],
  [
    'server/src/db/planted.ts',
    '../accounts/account.ts',
    'db may not import accounts: accounts hold credentials',
  ],
  ['server/src/storage/planted.ts', '../jobs/work.ts', 'storage may not import jobs: jobs receive'],
  ['server/src/http/planted.ts', '../db/database.ts', 'http may not import db: a route calls a verb'],
  [
    'server/src/http/planted.ts',
    '../connectors/index.ts',
    'http may not import connectors: a route calls a verb',
  ],
  [
    'server/src/posts/planted.ts',
    '../sandbox/feed.ts',
    'Only http, app and background-work may import the simulated network',
  ],
  [
    'server/src/sandbox/planted.ts',
    '../accounts/account.ts',
    'The simulated network may import db and lib only',
  ],
  [
    'server/src/connectors/red/planted.ts',
    '../blue/connector.ts',
    'A connector may import the contract, the kit, its own folder',
  ],
  [
    'server/src/connectors/red/planted.ts',
    '../../db/database.ts',
    'A connector may import the contract, the kit, its own folder',
  ],
  [
    'server/src/connectors/red/planted.ts',
    '../../config.ts',
    'A connector may import the contract, the kit, its own folder',
  ],
  [
    'server/src/connectors/red/planted.ts',
    '../index.ts',
    'A connector may import the contract, the kit, its own folder',
  ],
  [
    'server/src/connectors/kit/planted.ts',
    '../red/connector.ts',
    'The kit may import the contract, its own folder and lib',
  ],
  [
    'server/src/connectors/kit/planted.ts',
    '../../db/database.ts',
    'The kit may import the contract, its own folder and lib',
  ],
  ['server/src/connectors/kit/planted.ts', '../index.ts', 'The kit may import the contract'],
  ['server/src/posts/planted.ts', '../connectors/kit/json-api.ts', 'Only connectors/index.ts may import'],
  [
    'server/src/connectors/red/planted.ts',
    '../kit/fakes/fake-server.ts',
    'Source may not import a test, a fake',
  ],
  [
    'server/src/connectors/connector.ts',
    '../db/database.ts',
    'The contract and the list may import connectors and lib',
  ],
  [
    'server/src/publishing/planted.ts',
    '../connectors/red/connector.ts',
    'Only connectors/index.ts may import a connector',
  ],
  ['server/src/jobs/planted.ts', '../accounts/account.ts', 'jobs may import db and lib only'],
  ['server/src/lib/planted.ts', '../db/database.ts', 'lib may import lib only'],
  ['server/src/accounts/planted.ts', '../config.ts', 'Only main, operator and app may import config.ts'],
  ['server/src/accounts/planted.ts', '../context.ts', 'context.ts holds types only: import it with'],
  ['server/src/context.ts', './lib/clock.ts', 'context.ts holds types only: it imports with'],
  ['server/src/accounts/planted.ts', 'pg', 'Only db may import pg'],
  ['server/test/planted.ts', 'pg', 'Only db may import pg'],
  ['server/src/posts/planted.ts', 'fastify', 'Only http may import fastify'],
  ['server/src/connectors/red/planted.ts', 'undici', 'Only lib/safe-fetch may import undici'],
  ['server/src/http/planted.ts', 'graphile-worker', 'Only jobs may import graphile-worker'],
  ['server/src/media/planted.ts', '@aws-sdk/client-s3', 'Only storage/s3 may import the client'],
  ['server/src/people/planted.ts', 'nodemailer', 'Only mail/smtp.ts may import nodemailer'],
  ['server/src/connectors/red/planted.ts', 'node:https', 'Only lib/safe-fetch may import node:http'],
  ['server/src/posts/planted.ts', 'http', 'Only lib/safe-fetch may import node:http'],
  ['server/src/media/planted.ts', 'sharp', 'Only media/reader/child.ts and what it uses'],
  ['server/src/media/planted.ts', './reader/child.ts', 'Only media/reader/child.ts and what it uses'],
  ['server/src/media/planted.ts', './probe/probe.ts', 'Only media/reader/child.ts and what it uses'],
  [
    'server/src/operator/planted.ts',
    '../lib/images/open-image.ts',
    'Only media/reader/child.ts and what it uses',
  ],
  ['server/src/http/planted.ts', '../lib/containers/png.ts', 'Only media/reader/child.ts and what it uses'],
  ['server/src/http/serving/planted.ts', 'node:http', 'Only lib/safe-fetch may import node:http'],
  ['server/src/connectors/red/planted.ts', './test/fake.ts', 'Source may not import a test, a fake'],
  [
    'server/src/connectors/red/planted.ts',
    '../conformance/promises.ts',
    'Source may not import a test, a fake',
  ],
  [
    'server/src/posts/planted.ts',
    '../connectors/conformance/promises.ts',
    'Source may not import a test, a fake',
  ],
  ['server/src/connectors/red/fake.ts', '../blue/connector.ts', 'A connector may import the contract'],
  ['server/src/posts/conformance.ts', '../http/server.ts', 'posts may not import http'],
  ['server/test/planted.ts', '../src/connectors/red/test/fake.ts', 'Only the list and a network’s own tests'],
  [
    'server/test/planted.ts',
    '../src/connectors/blue/connector.ts',
    'Only the list and a network’s own tests',
  ],
  ['server/src/posts/planted.test.ts', '../connectors/red/api.ts', 'Only the list and a network’s own tests'],
  ['bench/planted.ts', '../server/src/connectors/red/api.ts', 'Only the list and a network’s own tests'],
  [
    'server/src/connectors/blue/test/planted.ts',
    '../../red/test/fake.ts',
    'A network’s tests may not import another network',
  ],
  [
    'server/src/connectors/blue/planted.test.ts',
    '../sandbox/connector.ts',
    'A network’s tests may not import another network',
  ],
  [
    'server/src/connectors/conformance/planted.ts',
    '../red/connector.ts',
    'The promises may import the contract, their own folder and lib',
  ],
  [
    'server/src/connectors/conformance/planted.ts',
    '../../../test/house.ts',
    'The promises may import the contract, their own folder and lib',
  ],
  ['server/src/main.ts', '../../bench/run.ts', 'Only bench may import bench'],
  ['server/test/planted.ts', '../../bench/run.ts', 'Only bench may import bench'],
  ['bench/planted.ts', '../server/test/house.ts', 'bench may import source, but no test'],
  ['bench/planted.ts', 'pg', 'Only db may import pg'],
  ['server/src/lib/clock.ts', './clock.ts', 'Imports may not go round'],
  ['server/src/lib/planted.ts', './gone.ts', 'An import must lead to a file'],
  ['server/src/lib/planted.ts', 'left-pad', 'An import must lead to a file'],
]

const planted = forbidden.map(([path, target, sentence], at) => ({
  // Each new file has a name of its own, so that all of them stand in one tree.
  path: path.replace('planted', `planted-${at}`),
  target,
  sentence,
  isNew: !(path in sound),
}))

// One look at many files costs as much as a look at one of them. Files that take the place of sound ones have a tree of their own.
const looks = new Map<boolean, Promise<string[]>>()

function refusedTogether(areNew: boolean): Promise<string[]> {
  const files = planted.filter(({ isNew }) => isNew === areNew)
  const contents = files.map(({ path, target }) => [path, importing(target)])
  const look = looks.get(areNew) ?? checkRooms(plant({ ...sound, ...Object.fromEntries(contents) }))
  looks.set(areNew, look)
  return look
}

function importing(target: string): string {
  return `import * as planted from '${target}'\nexport const door = planted\n`
}

test.each(planted)('$path importing $target is refused: $sentence', async ({ path, sentence, isNew }) => {
  const problems = await refusedTogether(isNew)
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
