import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A command of the repository, as its help presents it. */
interface Description<Options extends NonNullable<ParseArgsConfig['options']>> {
  /** Its name for npm, such as `soak`. */
  name: string
  /** Its purpose and its options, as a terminal shows them. */
  usage: string
  options: Options
  allowPositionals?: boolean
}

/**
 * Reads what a command was asked with. Asked for help, the command prints its usage and ends; given an option it does not
 * have, it says so in one line and ends with 2. Either happens before it does anything.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>({
  name,
  usage,
  options,
  allowPositionals = false,
}: Description<Options>) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage.endsWith('\n') ? usage : `${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options, allowPositionals })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // After its first sentence Node explains how values are written.
    const [sentence = ''] = error.message.split(/\. |\n/)
    process.stderr.write(`${sentence.replace(/\.$/, '')}. The options: npm run ${name} -- --help\n`)
    process.exit(2)
  }
}
