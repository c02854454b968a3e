import { readFileSync } from 'node:fs'
import type { Platform, SocialAccount } from '@crier/sdk'
import { type Configurations, readOptions as readWritten, type WrittenOption } from '@crier/sdk/plans'
import { UsageError } from '../command/refusals.ts'

/** Reads `--option WHERE.NAME=VALUE`, whose value may stand in a file. @throws UsageError, PlanError */
export function readOptions(
  given: readonly string[],
  accounts: readonly SocialAccount[],
  platforms: readonly Platform[],
): Configurations {
  const read = readWritten(given.map(splitOption), accounts, platforms)
  const causes = [...read.causes].map(([pointer, option]) => [pointer, `--option ${option}`] as const)
  return { ...read, causes: new Map(causes) }
}

// Usernames have dots too, so the name stands behind the last one before the value.
function splitOption(text: string): WrittenOption {
  const end = text.indexOf('=')
  const dot = text.lastIndexOf('.', end)
  if (end === -1 || dot < 1 || dot === end - 1)
    throw new UsageError(
      `--option is "${text}"; it must be WHERE.NAME=VALUE, with a platform or an account as WHERE.`,
    )
  return { where: text.slice(0, dot), name: text.slice(dot + 1, end), value: contentOf(text.slice(end + 1)) }
}

// A text may begin with a mention, so a file is named by a whole path or one from here.
function contentOf(value: string): string {
  if (!/^@(?:\/|\.\/|\.\.\/)/.test(value)) return value
  try {
    return readFileSync(value.slice(1), 'utf8')
  } catch (error) {
    throw new UsageError(
      `The file "${value.slice(1)}" of --option cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}
