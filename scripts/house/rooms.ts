import type { ICruiseOptions, IRegularForbiddenRuleType } from 'dependency-cruiser'
import { clients } from './client-rooms.ts'
import { refuseImports } from './refuse-imports.ts'

interface Room {
  room: string
  /** The reason why rooms below or beside it may not import it. A refusal prints it. */
  because: string
}

/**
 * The order of the rooms, from top to bottom. A room may import the rooms below it and never one above or beside it.
 */
export const floors: Room[][] = [
  [{ room: 'main', because: 'main starts everything; nothing starts main' }],
  [{ room: 'operator', because: 'the operator’s commands are called by main alone' }],
  [{ room: 'app', because: 'app builds every part; a part never reaches back for the whole' }],
  [
    {
      room: 'background-work',
      because: 'the list of the background work is given to the worker by app alone',
    },
  ],
  [
    { room: 'http', because: 'http calls verbs; a verb does not know who calls it' },
    { room: 'worker', because: 'the worker calls verbs; a verb does not know who calls it' },
  ],
  [
    {
      room: 'attention',
      because: 'attention reads what needs a person; nothing that needs one waits for it',
    },
    { room: 'analytics', because: 'analytics reads what was published; publishing never waits for it' },
    {
      room: 'moving-out',
      because: 'moving out takes a whole workspace along or away; no room is built for that',
    },
    {
      room: 'notifications',
      because: 'notifications tell people of events; nothing that causes one waits for them',
    },
  ],
  [{ room: 'feeds', because: 'feeds make posts; a post does not know what wrote it' }],
  [
    {
      room: 'recurrences',
      because: 'a recurrence makes posts; a post is published as any other, whatever made it',
    },
  ],
  [
    { room: 'posts', because: 'posts say what, where and when; publishing does not need them' },
    { room: 'payments', because: 'payments turn subscriptions on and off; publishing asks nobody who pays' },
    {
      room: 'saved-texts',
      because:
        'saved texts are put into posts by people and programs; a post does not know where its words are from',
    },
    { room: 'connections', because: 'connecting an account releases targets; publishing connects nothing' },
  ],
  [{ room: 'queue', because: 'the queue finds times; it does not know what the posts say' }],
  [{ room: 'publishing', because: 'publishing moves targets; the rooms below it know no target' }],
  [{ room: 'media', because: 'media keeps files; accounts and people own none' }],
  [{ room: 'accounts', because: 'accounts hold credentials and do not know what they are used for' }],
  [
    {
      room: 'platform-apps',
      because: 'the operator’s apps belong to the server, whatever accounts are connected with them',
    },
    { room: 'programs', because: 'programs are let in by people, and what they do comes in as anybody’s' },
  ],
  [{ room: 'people', because: 'people belong to workspaces; a workspace does not depend on a person' }],
  [{ room: 'workspaces', because: 'keys and plans belong to a workspace; they do not manage it' }],
  [
    {
      room: 'idempotency',
      because: 'an answer is kept by the name of its request and does not depend on the operation',
    },
    { room: 'api-keys', because: 'keys authenticate requests and know nothing of the verbs' },
    { room: 'billing', because: 'billing answers one question and needs no other room' },
  ],
  [{ room: 'audit', because: 'the audit log is told what was done and does nothing itself' }],
  [
    {
      room: 'callers',
      because: 'callers say who acts and what they may do, whatever it is that they ask for',
    },
  ],
  [{ room: 'metrics', because: 'metrics count events and cause none' }],
  [
    { room: 'webhooks', because: 'webhooks report events and cause none' },
    { room: 'mail', because: 'mail carries what other rooms wrote and writes nothing itself' },
  ],
  [{ room: 'targets', because: 'targets name the states that publishing moves a target through' }],
  [{ room: 'connectors', because: 'a connector translates for one network and knows nothing of Crier' }],
  [
    { room: 'secrets', because: 'secrets seal columns by their names and do not know what they hold' },
    { room: 'jobs', because: 'jobs receive their handlers from app and import no room' },
    { room: 'storage', because: 'storage keeps bytes and knows no meaning' },
    { room: 'sandbox', because: 'the simulated network is an outside world and knows nothing of Crier' },
  ],
  [
    {
      room: 'words',
      because: 'words say in a language what other rooms have to say, and have nothing to say themselves',
    },
  ],
  [{ room: 'db', because: 'rooms use the database; it knows none of them' }],
  [{ room: 'lib', because: 'lib knows nothing of the product and imports no room' }],
]

/** Files at the top of server/src that are not rooms. Rules of their own say who may import them. */
export const outsideTheFloors = ['config', 'settings', 'timings', 'context']

const src = '^server/src/'
const networks = `${src}connectors/[^/]+/`
const conformance = `${src}connectors/conformance/`
const kit = `${src}connectors/kit/`
const fakes = `${kit}fakes/`
const tests = [
  '\\.test\\.ts$',
  '^server/test/',
  `${networks}test/`,
  conformance,
  fakes,
  `${src}storage/conformance\\.ts$`,
]
function allOf(rooms: Room[]): string {
  return `${src}(?:${rooms.map(({ room }) => room).join('|')})(?:/|\\.ts$)`
}

// Rules of their own, further down, limit these rooms even more.
const frugal = ['connectors', 'jobs', 'sandbox', 'lib']

const downwards: IRegularForbiddenRuleType[] = floors.flatMap((floor, depth) =>
  floor
    .filter(({ room }) => !frugal.includes(room))
    .flatMap((room) => {
      const notBelow = [...floors.slice(0, depth).flat(), ...floor.filter((other) => other !== room)]
      return notBelow.map((target) => ({
        name: `${room.room}-imports-no-${target.room}`,
        comment: `${room.room} may not import ${target.room}: ${target.because}.`,
        severity: 'error' as const,
        from: { path: allOf([room]), pathNot: tests },
        to: { path: allOf([target]) },
      }))
    }),
)

const doors = [
  refuseImports(
    'http-imports-no-db',
    'http may not import db: a route calls a verb, and the verb speaks to the database.',
    { path: `${src}http/`, pathNot: tests },
    { path: `${src}db/` },
  ),
  refuseImports(
    'http-imports-no-connectors',
    'http may not import connectors: a route calls a verb, and the verb asks the connector.',
    { path: `${src}http/`, pathNot: tests },
    { path: `${src}connectors/` },
  ),
  refuseImports(
    'sandbox-has-two-visitors',
    'Only http, app and background-work may import the simulated network: every other room meets it as it meets any network, over HTTP.',
    { path: src, pathNot: [...tests, `${src}(?:http|sandbox)/`, `${src}(?:app|background-work)\\.ts$`] },
    { path: `${src}sandbox/` },
  ),
  refuseImports(
    'sandbox-imports-db-and-lib',
    'The simulated network may import db and lib only: it is an outside world and knows nothing of Crier.',
    { path: `${src}sandbox/`, pathNot: tests },
    { path: src, pathNot: `${src}(?:sandbox|db|lib)/` },
  ),
]

const foundations = [
  refuseImports(
    'connector-imports-contract-and-lib',
    'A connector may import the contract, the kit, its own folder and lib: never another connector, the database or the settings.',
    { path: `${src}connectors/([^/]+)/`, pathNot: [...tests, kit] },
    {
      path: src,
      pathNot: [
        `${src}connectors/(?:connector|thread-option)\\.ts$`,
        kit,
        `${src}connectors/$1/`,
        `${src}lib/`,
      ],
    },
  ),
  refuseImports(
    'kit-imports-contract-and-lib',
    'The kit may import the contract, its own folder and lib: any connector may use it, and it knows none.',
    { path: kit, pathNot: '\\.test\\.ts$' },
    { path: ['^server/', '^scripts/'], pathNot: [`${src}connectors/connector\\.ts$`, kit, `${src}lib/`] },
  ),
  refuseImports(
    'connectors-import-only-lib',
    'The contract and the list may import connectors and lib only: they know nothing of Crier.',
    { path: `${src}connectors/[^/]+\\.ts$`, pathNot: tests },
    { path: src, pathNot: `${src}(?:connectors|lib)/` },
  ),
  refuseImports(
    'only-the-list-imports-a-connector',
    'Only connectors/index.ts may import a connector: with the folder and its line gone, the platform is gone.',
    { path: src, pathNot: [...tests, `${src}connectors/index\\.ts$`, networks] },
    { path: networks },
  ),
  refuseImports(
    'networks-are-not-borrowed',
    'Only the list and a network’s own tests may import its folder: with the folder gone, no test elsewhere breaks. The sandbox is everybody’s.',
    { path: '^', pathNot: [`${src}connectors/index\\.ts$`, networks] },
    { path: networks, pathNot: [`${src}connectors/sandbox/`, conformance, kit] },
  ),
  refuseImports(
    'network-tests-import-no-other-network',
    'A network’s tests may not import another network: either can be deleted without the other.',
    { path: `${src}connectors/([^/]+)/` },
    { path: networks, pathNot: [`${src}connectors/$1/`, conformance, kit] },
  ),
  refuseImports(
    'conformance-imports-contract-and-lib',
    'The promises may import the contract, their own folder and lib: they hold for every network and know none.',
    { path: conformance },
    {
      path: ['^server/', '^scripts/'],
      pathNot: [`${src}connectors/(?:connector|send-commit)\\.ts$`, conformance, `${src}lib/`],
    },
  ),
  refuseImports(
    'jobs-import-no-room',
    'jobs may import db and lib only: app passes them their handlers.',
    { path: `${src}jobs/`, pathNot: tests },
    { path: src, pathNot: `${src}(?:jobs|db|lib)/` },
  ),
  refuseImports(
    'lib-imports-no-room',
    'lib may import lib only: it knows nothing of the product.',
    { path: `${src}lib/`, pathNot: tests },
    { path: src, pathNot: `${src}lib/` },
  ),
]

const settings = [
  refuseImports(
    'settings-are-handed-in',
    'Only main, operator and app may import config.ts: every other room receives the values it needs.',
    { path: src, pathNot: [...tests, `${src}(?:main|app|config|context)\\.ts$`, `${src}operator/`] },
    { path: `${src}(?:config|settings|timings)\\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  refuseImports(
    'settings-are-not-named-below',
    'connectors, jobs, storage, db and lib may not name the type of the settings: they take single values.',
    { path: `${src}(?:connectors|jobs|storage|db|lib)/`, pathNot: tests },
    { path: `${src}config\\.ts$` },
  ),
  refuseImports(
    'context-is-types-only',
    'context.ts holds types only: import it with `import type`.',
    { path: src },
    { path: `${src}context\\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  refuseImports(
    'context-imports-types-only',
    'context.ts holds types only: it imports with `import type`.',
    { path: `${src}context\\.ts$` },
    { dependencyTypesNot: ['type-only'] },
  ),
]

const packages = [
  refuseImports(
    'only-db-imports-pg',
    'Only db may import pg and what goes with it: every other room receives a Database.',
    // The bare server is a yardstick for pg and fastify, so it imports them directly.
    { path: '^', pathNot: [`${src}db/`, '^bench/bare-server\\.ts$'] },
    { path: '(?:^|/)node_modules/(?:@types/)?pg(?:-copy-streams)?/' },
  ),
  refuseImports(
    'only-http-imports-fastify',
    'Only http may import fastify: verbs know nothing of HTTP.',
    { path: src, pathNot: [...tests, `${src}http/`] },
    { path: '(?:^|/)node_modules/(?:fastify|@fastify/[^/]+)/' },
  ),
  refuseImports(
    'only-jobs-imports-graphile-worker',
    'Only jobs may import graphile-worker: every other room has the four verbs.',
    { path: src, pathNot: [`${src}jobs/`, ...tests] },
    { path: '(?:^|/)node_modules/graphile-worker/' },
  ),
  refuseImports(
    'only-safe-fetch-imports-undici',
    'Only lib/safe-fetch may import undici: every request leaves Crier through one guard.',
    { path: src, pathNot: [`${src}lib/safe-fetch`, ...tests] },
    { path: '(?:^|/)node_modules/undici/' },
  ),
  refuseImports(
    'only-buckets-import-aws-sdk',
    'Only storage/s3 may import the client of the object storage: it sends requests past lib/safe-fetch, to the one address that the operator has set (decision 0030).',
    { path: src, pathNot: [`${src}storage/s3/`, ...tests] },
    { path: '(?:^|/)node_modules/@(?:aws-sdk|smithy)/' },
  ),
  refuseImports(
    'only-smtp-imports-nodemailer',
    'Only mail/smtp.ts may import nodemailer: it opens connections past lib/safe-fetch, to the one mail server that the operator has set (decision 0048).',
    { path: src, pathNot: [`${src}mail/smtp\\.ts$`, ...tests] },
    { path: '(?:^|/)node_modules/(?:@types/)?nodemailer/' },
  ),
  refuseImports(
    'only-safe-fetch-imports-node-http',
    'Only lib/safe-fetch may import node:http, node:https or node:http2: every request leaves Crier through one guard.',
    // The simulated network and our own server listen. check-house.ts makes sure that they send no requests.
    {
      path: src,
      pathNot: [
        `${src}lib/safe-fetch`,
        `${src}sandbox/`,
        `${src}http/serving/create-node-server\\.ts$`,
        ...tests,
      ],
    },
    { path: '^(?:node:)?(?:http|https|http2)$', dependencyTypesNot: ['type-only'] },
  ),
]

// A hostile file may keep its reader busy for ever, fill the memory or end the process.
const readers = [`${src}media/probe/(?:probe|probe-image|probe-video|sniff)\\.ts$`, `${src}lib/images/`]
const scanners = `${src}lib/containers/(?!scan\\.ts|pieces\\.ts)`
const childProgram = `${src}media/reader/child\\.ts$`

const files = [
  refuseImports(
    'only-children-read-files',
    'Only media/reader/child.ts and what it uses may open files of strangers: ask the media reader, whose processes may be killed.',
    { path: src, pathNot: [...tests, childProgram, ...readers, `${src}lib/containers/`] },
    {
      path: [childProgram, ...readers, scanners, '(?:^|/)node_modules/(?:sharp|mediabunny)/'],
      dependencyTypesNot: ['type-only'],
    },
  ),
]

const hygiene = [
  refuseImports(
    'source-imports-no-test',
    'Source may not import a test, a fake or the promises: what ships does not lean on what checks it.',
    { path: src, pathNot: tests },
    { path: [...tests, '^scripts/'] },
  ),
  refuseImports(
    'only-bench-imports-bench',
    'Only bench may import bench: it measures the house and holds nothing of it up.',
    { path: '^', pathNot: '^bench/' },
    { path: '^bench/' },
  ),
  refuseImports(
    'bench-imports-no-test',
    'bench may import source, but no test: what is measured is what ships.',
    { path: '^bench/', pathNot: tests },
    { path: ['\\.test\\.ts$', '^server/test/', '^scripts/'] },
  ),
  refuseImports(
    'no-cycle',
    'Imports may not go round: one of the two files knows too much.',
    { path: '^' },
    { circular: true, viaOnly: { pathNot: `${src}context\\.ts$` } },
  ),
  refuseImports(
    'imports-resolve',
    'An import must lead to a file or an installed package.',
    { path: '^' },
    { couldNotResolve: true },
  ),
]

export const forbidden = [
  ...downwards,
  ...doors,
  ...foundations,
  ...settings,
  ...packages,
  ...files,
  ...clients,
  ...hygiene,
]

export const options: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '/test/servers/[^/]+/' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
    extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
  },
}
