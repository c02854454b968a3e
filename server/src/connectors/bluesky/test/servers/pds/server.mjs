// Bluesky's own server with a directory of identities in memory. Prints one line of JSON when it is ready; stops on
// SIGTERM, SIGINT or when its stdin ends, so that it cannot outlive the test that started it. Settings: a JSON argument.
import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.env.LOG_ENABLED ??= 'false'
const started = Date.now()
const { loopbackNames = [], ...settings } = JSON.parse(process.argv[2] ?? '{}')
findOnThisMachine(loopbackNames)
const { PDS } = await import('@atproto/pds')
const { default: plc } = await import('@did-plc/server')

const folder = mkdtempSync(join(tmpdir(), 'crier-bluesky-pds-'))
const directory = plc.PlcServer.create({ db: plc.Database.mock(), port: 0 })
await directory.start()
const plcUrl = `http://127.0.0.1:${portOf(directory.server)}`
const port = await freePort()
const pds = await PDS.fromEnv({
  devMode: true,
  port,
  hostname: 'localhost',
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, 'blobs'),
  didPlcUrl: plcUrl,
  adminPassword: randomBytes(16).toString('hex'),
  jwtSecret: randomBytes(16).toString('hex'),
  dpopSecret: randomBytes(32).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  disableSsrfProtection: true,
  bskyAppViewUrl: 'https://appview.invalid',
  bskyAppViewDid: 'did:example:invalid',
  modServiceUrl: 'https://moderator.invalid',
  modServiceDid: 'did:example:invalid',
  rateLimitsEnabled: false,
  ...settings,
})
await pds.start()

const ready = { url: `http://127.0.0.1:${port}`, plcUrl, readyMs: Date.now() - started }
process.stdout.write(`${JSON.stringify({ ...ready, rssMb: Math.round(process.memoryUsage.rss() / 1e6) })}\n`)
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.stdin.once('end', stop).resume()

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  // The folder goes even when an open connection keeps the server from ending in time.
  await Promise.race([
    pds.destroy().then(() => directory.destroy()),
    new Promise((done) => setTimeout(done, 3000)),
  ])
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

// The server must know its own address before it listens, so it cannot take port 0.
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const free = portOf(probe)
  probe.close()
  await once(probe, 'close')
  return free
}

// Names that only a test knows, for the documents of a client.
function findOnThisMachine(names) {
  const { lookup } = dns
  dns.lookup = (name, options, done) => lookup(names.includes(name) ? '127.0.0.1' : name, options, done)
}

function portOf(server) {
  const address = server?.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
