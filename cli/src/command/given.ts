/** The values of a command line, by the names of options and positionals. */
export interface Given {
  /** The value of an option or argument; null if absent. */
  text(name: string): string | null
  /** Every value of an option or argument that may be repeated. */
  texts(name: string): readonly string[]
  /** The value of an argument that cannot be missing. */
  needed(name: string): string
  flag(name: string): boolean
  /** Whether the command has an option or argument of this name. */
  declares(name: string): boolean
}
