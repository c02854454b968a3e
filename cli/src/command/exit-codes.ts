/** The exit codes of the program. The README lists them for scripts, and a test compares the two. */
export const exitCodes = {
  done: 0,
  /** The server refused it, or `check` found a problem. */
  refused: 1,
  /** The command line is wrong; nothing was sent. */
  usage: 2,
  /** No server or no key is known, or the key may not do this. */
  notSignedIn: 3,
  /** No answer came to a change, so it may have been made. */
  maybeMade: 4,
  /** A person must decide: the post may be public already, or is held. */
  needsPerson: 5,
  /** With `--wait`: the post failed on an account, or was canceled. */
  postFailed: 6,
  /** No answer came, and nothing was changed. */
  unreachable: 7,
  /** With `--wait`: its time ended first. */
  underWay: 8,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
