import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type LookupFunction } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BucketSettings } from '../../src/storage/s3/bucket.ts'
import { openS3Bucket } from '../../src/storage/s3/s3-bucket.ts'
import { freePort } from '../free-port.ts'

/** A real object storage on the loopback: OpenStack Swift, which speaks S3 and verifies every signature. */
export interface Swift {
  /** The settings of a new bucket. */
  newBucket(addressing?: BucketSettings['addressing']): Promise<BucketSettings>
  /** Finds the hosts of buckets that are named in the host. */
  readonly lookup: LookupFunction
  stop(): Promise<void>
}

/** Needed to run it: `skipWithout(swiftProgram)`. */
export const swiftProgram = 'swift-proxy-server'

const key = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const kinds = ['object', 'container', 'account'] as const
const hosts = 's3.test'

/** Starts one, in about three seconds. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-swift-'))
  mkdirSync(join(folder, 'devices/d1'), { recursive: true })
  const port = await freePort()
  const ports = { object: await freePort(), container: await freePort(), account: await freePort() }
  writeFileSync(join(folder, 'swift.conf'), common)
  writeFileSync(join(folder, 'proxy.conf'), proxyConf(folder, port))
  for (const kind of kinds)
    writeFileSync(join(folder, `${kind}.conf`), backendConf(folder, kind, ports[kind]))
  execFileSync('/usr/bin/python3', [
    '-c',
    makeRings,
    folder,
    ...kinds.map((kind) => `${kind}:${ports[kind]}`),
  ])
  const children = [...kinds, 'proxy'].map((kind) =>
    spawn(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], { stdio: 'ignore' }),
  )
  const killAll = () => children.forEach((child) => void child.kill('SIGKILL'))
  process.once('exit', killAll)
  for (const each of [port, ...Object.values(ports)]) await untilListening(each, children)
  const settings = (addressing: BucketSettings['addressing'], bucket: string): BucketSettings => ({
    ...key,
    endpoint: addressing === 'path' ? `http://127.0.0.1:${port}` : `http://${hosts}:${port}`,
    region: 'us-east-1',
    bucket,
    addressing,
    prefix: '',
    publicEndpoint: null,
  })
  let buckets = 0
  return {
    newBucket: async (addressing = 'path') => {
      buckets += 1
      const bucket = `media-${buckets}`
      await makeBucket(settings('path', bucket))
      return settings(addressing, bucket)
    },
    lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    stop: async () => {
      process.off('exit', killAll)
      killAll()
      await Promise.all(children.map(ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeBucket({ endpoint, region, bucket }: BucketSettings): Promise<void> {
  const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3')
  const client = new S3Client({ endpoint, region, credentials: key, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

async function untilListening(port: number, children: readonly ChildProcess[]): Promise<void> {
  while (!(await listens(port))) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('Swift ended at its start.')
    await pause(50)
  }
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

const common = `[swift-hash]
swift_hash_path_suffix = x1
swift_hash_path_prefix = x2
[storage-policy:0]
name = Policy-0
default = yes
`

/** Takes the folder and one KIND:PORT for each ring. Its own program would be started three times for each of them. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
for ring in sys.argv[2:]:
    kind, port = ring.split(':')
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1,
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], kind))
`

function serverConf(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
workers = 0
log_level = ERROR
`
}

function backendConf(folder: string, kind: string, port: number): string {
  return `${serverConf(folder, port)}[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxyConf(folder: string, port: number): string {
  const filters = ['catch_errors', 'listing_formats', 'bulk', 'copy', 'slo', 'dlo']
  return `${serverConf(folder, port)}[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
storage_domain = ${hosts}
force_swift_request_proxy_log = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`
}

/** Opens a bucket of it as Crier does. */
export function openTestBucket(swift: Swift, settings: BucketSettings, callMs = 20_000) {
  return openS3Bucket(settings, { callMs, lookup: swift.lookup })
}
