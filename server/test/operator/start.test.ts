import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { until } from '../stories/until.ts'
import { crier, freshSettings, run, startServer } from './crier-process.ts'

test('the demo publishes a picture, and a second start keeps the posts', async () => {
  const settings = await freshSettings()
  const server = await startServer(settings)
  expect(server.page).toContain(`Crier is ready at ${server.url}\n`)
  expect(server.page).toContain(`${server.url}/build/sandbox\n`)
  expect(server.page).toContain(`\n  ${server.url}\n`)
  const lines = server.page.replaceAll(/(?:DATA_DIR|PUBLIC_URL)=\S+ /g, '').split('\n')
  expect(lines.filter((line) => line.length > 110)).toEqual([])

  const words = ['bootstrap', '--email', 'you@example.org', '--password', '-', '--json']
  const owner = JSON.parse((await crier(settings, words, 'a long password\n')).stdout)
  const headers = { authorization: `Bearer ${owner.test_key}`, 'content-type': 'application/json' }
  const posted = await fetch(`${server.url}/v1/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ caption: 'Hello', social_accounts: [owner.test_account_id] }),
  })
  const post = (await posted.json()) as { id: string }
  const read = async () =>
    (await (await fetch(`${server.url}/v1/posts/${post.id}`, { headers })).json()) as object
  await until(read, (found) => 'status' in found && found.status === 'posted')

  const demo = await run(settings, ['sh', 'scripts/demo.sh'])
  expect(demo).toMatchObject({ code: 0, stderr: '' })
  expect(demo.stdout).toMatch(/^1\. Connect an account.*\n {3}[0-9a-f-]{36}, .*demo/i)
  const address = demo.stdout.trim().split('\n').at(-1) ?? ''
  // The feed is a page of the app.
  const feed = await fetch(address, { headers: { accept: 'text/html' } })
  expect(feed.status).toBe(200)
  expect(await feed.text()).toContain('<div id="root">')
  const keys = JSON.parse((await crier(settings, ['keys', 'list', '--json'])).stdout)
  expect(keys.data.find((each: { name: string }) => each.name === 'demo')).toMatchObject({ state: 'revoked' })

  server.process.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0 })
  chmodSync(settings.DATA_DIR, 0o777)
  chmodSync(join(settings.DATA_DIR, 'secret.key'), 0o644)
  const second = await startServer(settings)
  expect(second.page).toContain('Crier already has an owner.')
  expect(second.page).not.toContain('bootstrap')
  expect(second.page).not.toContain('migration')
  expect(await read()).toMatchObject({ status: 'posted' })
  second.process.kill('SIGINT')
  const { stderr } = await second.ended
  expect(stderr).toMatch(/The data directory .* has the mode 0777\. .*Run: chmod go-w /)
  expect(stderr).toMatch(/The secret file .* has the mode 0644\. Run: chmod 600 /)
})

test('a Ctrl-C that arrives twice at once stops the server and its database in good order', async () => {
  const settings = await freshSettings()
  const server = await startServer(settings)
  const pid = Number(readFileSync(join(settings.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  server.process.kill('SIGINT')
  server.process.kill('SIGTERM')
  server.process.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(existsSync(`/proc/${pid}`)).toBe(false)
  expect(existsSync(join(settings.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false)
})

test('what it generates is for its owner alone', async () => {
  const settings = await freshSettings()
  await startServer(settings)
  // Root's PostgreSQL runs as another user, who passes through without being able to list.
  expect(statSync(settings.DATA_DIR).mode & 0o777).toBe(process.geteuid?.() === 0 ? 0o711 : 0o700)
  expect(statSync(join(settings.DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('secret.key'))).toEqual([
    'secret.key',
  ])
})

test('a second server, and a port that is taken, are one sentence each', async () => {
  const settings = await freshSettings()
  await startServer(settings)
  const second = await crier({ ...settings, PORT: String(await freePort()) }, ['start'])
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(/^The data directory .* is in use by another Crier server: .*\n$/)

  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const other = await freshSettings()
  const refused = await crier({ ...other, PORT: String(port) }, ['start'])
  holder.close()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(
    `Port ${port} is used by another program. Stop that program, or set PORT to another port.\n`,
  )
  expect(existsSync(join(other.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false)
})

test('wrong settings are all named at once, and nothing is started', async () => {
  const settings = await freshSettings()
  const wrong = {
    ...settings,
    PORT: 'many',
    HOST: 'here',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'short',
    METRICS_TOKEN: 'short',
  }
  const { code, stdout, stderr } = await crier(wrong, ['start'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const names = stderr
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0])
  expect(names).toEqual(['HOST', 'PORT', 'SECRET_KEY', 'METRICS_TOKEN', 'LOG_LEVEL'])
  expect(existsSync(settings.DATA_DIR)).toBe(false)
  expect(await crier(settings, ['start', '--port', '80'])).toMatchObject({
    code: 1,
    stderr: 'start takes no options. Settings come from the environment.\n',
  })
})

test('an address that is not this machine’s, and a directory that cannot be used, are one sentence each', async () => {
  const settings = await freshSettings()
  const elsewhere = await crier({ ...settings, HOST: '192.0.2.1' }, ['start'])
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.stderr).toContain('HOST is 192.0.2.1, which is not an address of this machine.\n')

  const other = await freshSettings()
  writeFileSync(other.DATA_DIR, 'a file')
  const refused = await crier(other, ['start'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^Crier cannot write to its data directory .*\n$/)
})

test('#20 a secret that is not the database’s own starts nothing', async () => {
  const settings = await freshSettings()
  mkdirSync(settings.DATA_DIR, { mode: 0o700 })
  expect((await crier(settings, ['migrate'])).stderr).toBe('')
  const path = join(settings.DATA_DIR, 'secret.key')
  chmodSync(path, 0o600)
  writeFileSync(path, `${'0'.repeat(64)}\n`)
  const refused = await crier(settings, ['start'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^SECRET_KEY is not the one that this database was sealed with\. .*\n$/)
})

test('#20 a database that cannot be reached is one sentence that does not tell the password', async () => {
  const settings = await freshSettings()
  const url = `postgres://crier:hidden-word@127.0.0.1:${await freePort()}/crier`
  const refused = await crier({ ...settings, DATABASE_URL: url }, ['start'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The database of DATABASE_URL at 127\.0\.0\.1 port \d+ cannot be used: .*\n$/,
  )
  expect(refused.stderr).not.toContain('hidden-word')
})
