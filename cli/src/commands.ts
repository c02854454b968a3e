import type { Command } from './command/command.ts'
import { accounts } from './commands/accounts.ts'
import { api } from './commands/api.ts'
import { attention } from './commands/attention.ts'
import { completion } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { feeds } from './commands/feeds.ts'
import { importPlan } from './commands/import.ts'
import { mcp } from './commands/mcp.ts'
import { media } from './commands/media.ts'
import { platforms } from './commands/platforms.ts'
import { check, post } from './commands/post.ts'
import { posts } from './commands/posts.ts'
import { queue } from './commands/queue.ts'
import { repeat } from './commands/repeat.ts'
import { results } from './commands/results.ts'
import { signIn } from './commands/sign-in.ts'
import { whoami } from './commands/whoami.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  post,
  check,
  importPlan,
  ...posts,
  ...results,
  ...accounts,
  ...media,
  ...queue,
  ...feeds,
  ...repeat,
  attention,
  events,
  platforms,
  whoami,
  api,
  mcp,
  ...signIn,
  completion,
]
