import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Engine } from './engine.ts'

// The browser asks nobody for anything but the pages of the test.
const preferences = `
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
`

/** Starts Firefox without a window on the screen, with an empty profile. Always `close()` it. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'crier-firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences)
  const child = spawn('firefox-esr', ['--headless', '--remote-debugging-port', '0', '--profile', profile], {
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((settle) => child.once('exit', settle))
  const { ask, complaints } = await connect(`${await addressOf(child)}/session`)
  await ask('session.new', { capabilities: {} })
  await ask('session.subscribe', { events: ['log.entryAdded'] })
  const tree = await ask<{ contexts: readonly { context: string }[] }>('browsingContext.getTree', {})
  const context = tree.contexts[0]?.context
  return {
    name: 'Firefox',
    open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (expression) => {
      const { result, exceptionDetails } = await ask<Evaluated>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    act: async (actions) => void (await ask('input.performActions', { context, actions })),
    complaints: () => complaints.filter((text) => !isOfPageThatWasLeft(text)),
    close: async () => {
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface Evaluated {
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

// The code of Firefox for a request that was given up: NS_BINDING_ABORTED.
const givenUp = 'status=2152398850'

/** A file that was on its way when its page was left is no fault. */
function isOfPageThatWasLeft(text: string): boolean {
  return (
    text.includes('A ServiceWorker intercepted the request and encountered an unexpected error') ||
    text.includes(givenUp)
  )
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    child.once('exit', (code) => fail(new Error(`Firefox ended with ${code}.`)))
    if (child.stderr === null) return
    createInterface(child.stderr).on('line', (line) => {
      const address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1]
      if (address !== undefined) settle(address)
    })
  })
}

/** An answer to a command, which has its number, or an event. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly level?: string; readonly text?: string }
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** Speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await new Promise((settle, fail) => {
    socket.onopen = settle
    socket.onerror = fail
  })
  const waiting = new Map<number, (message: Message) => void>()
  const complaints: string[] = []
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const { id, method, params } = message
    if (id !== undefined) waiting.get(id)?.(message)
    if (method === 'log.entryAdded' && params?.level === 'error') complaints.push(params.text ?? '')
  }
  const ask = async <Result>(method: string, params: object): Promise<Result> => {
    const id = waiting.size
    const answer = new Promise<Message>((settle) => waiting.set(id, settle))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answer
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
  return { ask, complaints }
}
