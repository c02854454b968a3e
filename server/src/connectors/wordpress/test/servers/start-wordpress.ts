import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../../../test/free-port.ts'

const here = join(import.meta.dirname, 'wordpress')
const root = join(here, 'root')
const site = join(root, 'usr/share/wordpress')

/** A real WordPress with a database of its own, all of whose files are in a folder that goes with it. */
export interface RealWordPress {
  /** Where it listens, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** A new person with an application password. */
  addPerson(role?: string): Promise<Person>
  /** Does something past the API: a function of `tell.php`. */
  tell<Answer>(what: string, given: object): Promise<Answer>
  stop(): Promise<void>
}

export interface Person {
  readonly id: number
  readonly name: string
  /** The one with which they sign in on the pages. */
  readonly pagePassword: string
  /** The application password, in groups as it is shown. */
  readonly password: string
}

/** Starts one. About eight seconds. */
export async function startWordPress(): Promise<RealWordPress> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crier-wordpress-')))
  const database = await startDatabase(folder)
  try {
    return await startSite(folder, database)
  } catch (error) {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function startSite(folder: string, database: Database): Promise<RealWordPress> {
  const content = join(folder, 'wp-content')
  mkdirSync(join(content, 'uploads'), { recursive: true })
  cpSync(join(root, 'var/lib/wordpress/wp-content'), content, { recursive: true })
  const host = `127.0.0.1:${await freePort()}`
  const secret = randomBytes(16).toString('hex')
  const env = {
    PATH: process.env.PATH,
    LD_LIBRARY_PATH: librariesIn(root),
    WORDPRESS_SETTINGS: join(here, 'settings.php'),
    WORDPRESS_ROOT: site,
    WORDPRESS_CONTENT: content,
    WORDPRESS_SECRET: secret,
    WORDPRESS_DATABASE_PORT: String(database.port),
  }
  const child = spawn(php, [...phpSettings(), '-S', host, '-t', site, join(here, 'router.php')], {
    env,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = `http://${host}`
  const tell = async <Answer>(what: string, given: object): Promise<Answer> => {
    const asked = { method: 'POST', headers: { 'x-secret': secret }, body: JSON.stringify({ what, given }) }
    const answer = await fetch(`${url}/tell`, asked)
    const said = await answer.text()
    if (answer.status !== 200) throw new Error(`${what} was answered ${answer.status}: ${said}`)
    return JSON.parse(said) as Answer
  }
  await Promise.race([
    untilItListens(Number(host.split(':')[1])),
    ended.then(() => Promise.reject(new Error('PHP ended.'))),
  ])
  await tell('install', { password: randomBytes(12).toString('hex') })
  return {
    url,
    tell,
    addPerson: async (role = 'author') => {
      const name = `a${randomBytes(5).toString('hex')}`
      const pagePassword = randomBytes(12).toString('hex')
      const made = await tell<{ id: number; password: string }>('add_person', {
        name,
        role,
        password: pagePassword,
      })
      return { ...made, name, pagePassword }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const php = join(root, 'usr/bin/php-here')

/** No file of the machine's settings is read. A module that others need comes before them. */
function phpSettings(): string[] {
  const folder = join(root, 'usr/lib/php')
  const modules = join(folder, readdirSync(folder).find((name) => /^\d+$/.test(name)) ?? '')
  const wanted = [
    'mysqlnd',
    'mysqli',
    'dom',
    'xml',
    'simplexml',
    'xmlreader',
    'mbstring',
    'gd',
    'exif',
    'iconv',
  ]
  const names = [...wanted, 'ctype', 'tokenizer', 'fileinfo'].filter((name) =>
    readdirSync(modules).includes(`${name}.so`),
  )
  return [
    '-n',
    '-d',
    `extension_dir=${modules}`,
    ...names.flatMap((name) => ['-d', `extension=${name}`]),
    '-d',
    `zend_extension=opcache`,
    '-d',
    'opcache.enable_cli=1',
    '-d',
    'memory_limit=256M',
    '-d',
    'upload_max_filesize=8M',
    '-d',
    'post_max_size=16M',
    '-d',
    'display_errors=0',
  ]
}

interface Database {
  readonly port: number
  stop(): Promise<void>
}

async function startDatabase(folder: string): Promise<Database> {
  const data = join(folder, 'database')
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: librariesIn(root), TMPDIR: folder }
  const user = `--user=${userInfo().username}`
  const small = ['--innodb-log-file-size=4M', '--innodb-buffer-pool-size=32M', '--innodb-flush-method=fsync']
  const common = ['--no-defaults', `--basedir=${root}/usr`, `--datadir=${data}`, user, ...small]
  const made = spawnSync(
    join(root, 'usr/bin/mariadb-install-db'),
    [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { env, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`The database could not be made: ${made.stdout}${made.stderr}`)
  const port = await freePort()
  const child = spawn(
    join(root, 'usr/sbin/mariadbd'),
    [
      ...common,
      `--socket=${folder}/socket`,
      `--pid-file=${folder}/pid`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--plugin-dir=${root}/usr/lib/mysql/plugin`,
      `--lc-messages-dir=${root}/usr/share/mysql`,
      '--innodb-flush-log-at-trx-commit=0',
      '--performance-schema=off',
    ],
    { env, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  await Promise.race([untilItListens(port), ended.then(() => Promise.reject(new Error('MariaDB ended.')))])
  const making = spawnSync(
    join(root, 'usr/bin/mariadb'),
    [
      '--no-defaults',
      '-h127.0.0.1',
      `-P${port}`,
      '-uroot',
      '-e',
      'create database wordpress character set utf8mb4',
    ],
    { env, encoding: 'utf8' },
  )
  if (making.status === 0) return { port, stop }
  await stop()
  throw new Error(`The database could not be made: ${making.stderr}`)
}

/** The folders of root/ that hold libraries: each kind of machine has its own. */
function librariesIn(folder: string): string {
  const libraries = join(folder, 'usr/lib')
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name))
    .join(':')
}

async function untilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`Nothing listened at port ${port} within ten seconds.`)
}
