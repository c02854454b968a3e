import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { readConfig } from '../../src/config.ts'
import { until } from '../stories/until.ts'
import { freshSettings, run, type Settings, startWith } from './crier-process.ts'
import { commandsOfReadme, commandsOnPage } from './pasted.ts'

const [installing = ''] = commandsOfReadme(null)
const [bootstrapping = ''] = commandsOfReadme('Your first post in five minutes')
const [failing = ''] = commandsOfReadme('Trying failures')

async function pageAt(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('the commands of the README', () => {
  test('begin with the clone of the repository, and end with a server', () => {
    expect(installing.split('\n')).toEqual([
      expect.stringMatching(/^git clone [A-Z]+ crier$/),
      'cd crier',
      'npm start',
    ])
  })

  test('hold nothing that a shell would take for something else', () => {
    const sections = [
      null,
      'Your first post in five minutes',
      'Publishing to real networks',
      'Trying failures',
    ]
    const commands = sections.flatMap(commandsOfReadme)
    expect(commands).toHaveLength(4)
    // A placeholder in angle brackets is a redirection, and zsh takes a comment for arguments.
    for (const command of commands) expect(command).not.toMatch(/[<>#!$`]/)
  })
})

describe.each(['bash', 'zsh', 'fish'])('pasted into %s, the commands of the README', (shell) => {
  beforeEach(skipWithout(shell))

  test('lead to a post in a feed', { timeout: 120_000 }, async () => {
    const settings = await freshSettings()
    const paste = async (command: string, typed = '') => {
      const ended = await run(settings, [shell, '-c', command], typed)
      expect(ended).toMatchObject({ code: 0 })
      return ended.stdout
    }
    const server = await startWith(settings, ['npm', 'start'])
    expect(commandsOnPage(server.page)).toEqual([expect.stringContaining(bootstrapping)])

    const printed = await paste(bootstrapping, 'a long password\n')
    const [publish = '', read = ''] = commandsOnPage(printed)
    const post = JSON.parse(await paste(publish))
    expect(post).toMatchObject({ caption: 'Hello from Crier', status: 'processing' })
    const { data } = await until(
      async () => JSON.parse(await paste(read)),
      (results) => results.data[0]?.status === 'published',
      60_000,
    )
    const feed = /^ {2}(http\S+\/sandbox\/\S+)$/m.exec(printed)?.[1] ?? ''
    // The feed is a page of the app, which shows it to people who are signed in.
    for (const address of [data[0].platform_data.url, feed, `${server.url}/sandbox`])
      expect(await pageAt(address)).toContain('<div id="root">')

    expect(await paste(failing)).toContain('drop_answer')
  })
})

/** Runs a command on a terminal of its own. */
function onTerminal(command: string): string[] {
  return ['script', '-qefc', command, '/dev/null']
}

describe('the log of a server', () => {
  const asked: Settings = { LOG_LEVEL: '' }

  test('leaves a terminal to the page', async (context) => {
    skipWithout('script')(context)
    const settings = await freshSettings()
    const server = await startWith({ ...settings, ...asked }, onTerminal('npm start'))
    for (const path of ['/', '/healthz', '/nowhere']) await fetch(`${server.url}${path}`)
    // The log is written ten times a second.
    await pause(500)
    const lines = server.output.stdout.split(/\r?\n/).filter((line) => line !== '')
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
    // Where everything is new, nobody needs to hear of migrations.
    expect(lines.filter((line) => line.includes('migration'))).toEqual([])
    expect(lines.at(-1)).toBe('Ctrl-C stops Crier and its database.')
  })

  test('has a line for each request everywhere else, but for a monitor that is told that all is well', async () => {
    const settings = await freshSettings()
    const server = await startWith({ ...settings, ...asked }, ['npm', 'start'])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await fetch(`${server.url}/healthz`)
    const lines = await until(
      async () => server.output.stderr.split('\n').filter((line) => line.includes('"path":"/healthz"')),
      (found) => found.length > 0,
    )
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'request', status: 200 })
    expect(server.output.stderr).not.toContain('/readyz')
  })

  test('has on a terminal what LOG_LEVEL asks for', () => {
    const terminal = { logsToTerminal: true }
    expect(readConfig({}, terminal).logLevel).toBe('warn')
    expect(readConfig({ LOG_LEVEL: 'info' }, terminal).logLevel).toBe('info')
    expect(readConfig({}, { logsToTerminal: false }).logLevel).toBe('info')
  })
})
