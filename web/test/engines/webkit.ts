import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import type { Engine } from './engine.ts'

/** Starts WebKit as Debian has it, on a screen that nobody sees. Safari draws with WebKit too. Always `close()` it. */
export async function startWebKit(): Promise<Engine> {
  const port = await freePort()
  const child = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  const ask = speakTo(`http://127.0.0.1:${port}`)
  await expect.poll(() => ask('GET', '/status').catch(() => null)).not.toBeNull()
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: pathOfBrowser(), args: ['--automation'] } },
    },
  })
  const at = `/session/${sessionId}`
  return {
    name: 'WebKit',
    open: (url) => ask('POST', `${at}/url`, { url }),
    run: async (expression) => {
      const { error, value } = await ask<{ error?: string; value?: string }>('POST', `${at}/execute/async`, {
        script: `const [settle] = arguments
          const run = async () => ({ value: JSON.stringify(await (${expression})) })
          run().catch((error) => ({ error: String(error) })).then(settle)`,
        args: [],
      })
      if (error !== undefined) throw new Error(error)
      return value === undefined ? undefined : JSON.parse(value)
    },
    act: async (actions) => void (await ask('POST', `${at}/actions`, { actions })),
    // Its protocol does not tell them.
    complaints: () => [],
    close: async () => {
      await ask('DELETE', at)
      const ended = once(child, 'exit')
      // The screen belongs to the group of the driver.
      if (child.pid !== undefined) process.kill(-child.pid)
      await ended
    },
  }
}

/** Speaks WebDriver: https://www.w3.org/TR/webdriver2/. */
function speakTo(base: string) {
  return async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(base + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
}

// Debian keeps the browser that the driver drives out of PATH, in a folder named for the processor.
function pathOfBrowser(): string {
  const [path] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  if (path === undefined) throw new Error('The package of the driver has no browser.')
  return path
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
