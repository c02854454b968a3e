import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../server/src/db/database.ts'
import { atEnd } from './cleanup.ts'
import { freePort } from './free-port.ts'
import type { Place } from './place.ts'
import { MissingProgram, programInPath } from './program.ts'

/** How many posts the calendar with many has. */
export const posts = 5_000

/** Starts the machine's Chromium without a window; answers the port at which it takes orders. */
export async function startBrowser(folder: string): Promise<number> {
  const program = programInPath('chromium') ?? programInPath('chromium-headless-shell')
  if (program === null)
    throw new MissingProgram('There is no chromium. `apt-get install chromium` brings it.')
  const port = await freePort()
  const child = spawn(
    program,
    [
      '--headless',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${join(folder, 'browser')}`,
      '--disable-gpu',
      '--no-first-run',
      // Chromium refuses to run as root in its own sandbox, as in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    // The program may be a script that starts the browser: both end together.
    { stdio: 'ignore', detached: true },
  )
  const closed = once(child, 'close')
  atEnd(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await closed
  })
  for (let tried = 0; tried < 200; tried += 1) {
    if (await takesOrders(port)) return port
    await pause(100)
  }
  throw new Error(`${program} did not open its port.`)
}

async function takesOrders(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/json/version`)).ok
  } catch (error) {
    // It does not listen yet.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Signs the owner of a place in; answers the cookie. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/app/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'a@example.org', password: 'correct horse' }),
  })
  if (!answer.ok) throw new Error(`The sign-in was answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Plans many posts in this month. Nothing looks at them before next year. */
export async function planMonth({ db, workspaceId, accountId }: Place): Promise<void> {
  await db.run(sql`
    with x as materialized (
      select uuidv7() as post_id, uuidv7() as id, n,
        date_trunc('month', clock_timestamp()) + n % 28 * interval '1 day' + n % 160 * interval '5 minutes' as at
      from generate_series(1, ${posts}::int) n
    ), made as (
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
      select ${workspaceId}, post_id, 'live', ${workspaceId}, 'Post ' || n, array[${accountId}::uuid], false, at,
        'publish_24h' from x
    )
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      content, next_action_at)
    select ${workspaceId}, id, 'live', post_id, ${accountId}, 'sandbox', id, at, 'publish_24h', 'scheduled',
      jsonb_build_object('text', 'Post ' || n, 'media', '[]'::jsonb, 'options', '{}'::jsonb),
      clock_timestamp() + interval '1 year'
    from x`)
  await db.run(sql`analyze posts, targets`)
}
