import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')

/** The blocks of shell commands in a section of the README, or before the first section, without their indentation. */
export function commandsOfReadme(section: string | null): string[] {
  const [before = '', ...sections] = readme.split(/^## /m)
  const text = section === null ? before : sections.find((each) => each.startsWith(`${section}\n`))
  if (text === undefined) throw new Error(`The README has no section "${section}".`)
  return [...text.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indentation = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '').trim(),
  )
}

/** The commands that Crier has printed, each with its continued lines, as a person would copy them. */
export function commandsOnPage(page: string): string[] {
  return [...page.matchAll(/^ {2}((?:[A-Z_]+=\S+ )*(?:curl|npm) (?:.*\\\n)*.*)$/gm)].map(
    ([, command = '']) => command,
  )
}
