import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { isOfTestServer, typescriptFiles } from './house/project-files.ts'
import { report } from './house/report.ts'
import { floors, forbidden, options, outsideTheFloors } from './house/rooms.ts'

const cruised = [
  'server/src',
  'server/test',
  'sdk/src',
  'sdk/test',
  'cli/src',
  'cli/test',
  'web/src',
  'web/test',
  'scripts',
  'bench',
]

/** Finds imports that the table of rooms forbids, and files that were not judged. */
export async function checkRooms(root: string): Promise<string[]> {
  const folders = cruised.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result')
  const seen = output.modules.map((module) => module.source)
  return [...unseenFiles(root, folders, seen), ...withoutPlace(root), ...refusals(output)]
}

/**
 * Finds files that were not judged. Without a compiler that it supports, dependency-cruiser sees no module and reports
 * success.
 */
export function unseenFiles(root: string, folders: string[], seen: string[]): string[] {
  const expected = typescriptFiles(root).filter(
    (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && !isOfTestServer(path),
  )
  if (expected.length === 0) return ['There is no file to judge.']
  return expected
    .filter((path) => !seen.includes(path))
    .map((path) => `${path} was not seen by dependency-cruiser.`)
}

function withoutPlace(root: string): string[] {
  const folder = join(root, 'server/src')
  const known = new Set([...floors.flat().map(({ room }) => room), ...outsideTheFloors])
  const entries = existsSync(folder) ? readdirSync(folder) : []
  return entries
    .filter((entry) => !known.has(entry.replace(/\.ts$/, '')))
    .map(
      (entry) =>
        `server/src/${entry} has no place in the table of rooms: give it one in scripts/house/rooms.ts.`,
    )
}

function refusals(output: ICruiseResult): string[] {
  const sentences = new Map(forbidden.map(({ name, comment }) => [name, comment]))
  return output.summary.violations.map(({ from, to, rule }) => {
    return `${from} imports ${to}. ${sentences.get(rule.name) ?? rule.name}`
  })
}

if (import.meta.main) report(await checkRooms(process.cwd()))
