import type { Options, Positional } from '../command/command.ts'

/** The text of a post, where it is an argument. */
export const textPositional: Positional = {
  name: 'text',
  about: 'the text of the post; "-" reads it from standard input',
  isOptional: true,
}

/** The options that say what a post is. */
export const contentOptions: Options = {
  file: { value: 'FILE|-', about: 'Reads the text from a file, or from standard input.' },
  media: {
    value: 'FILE|URL|ID',
    about:
      'A picture, video or document: a file of this machine, an address that the server fetches, or a medium that it has. Their order is kept.',
    isMany: true,
  },
  alt: {
    value: 'TEXT',
    about: 'Describes a medium for people who cannot see it: the first one the first --media, and so on.',
    isMany: true,
  },
  thread: { value: 'TEXT', about: 'A further post of the thread that the text begins.', isMany: true },
  'first-comment': { value: 'TEXT', about: 'A comment below the post, published right after it.' },
  option: {
    value: 'WHERE.NAME=VALUE',
    about:
      'An option of a platform or of one account, such as its visibility or other words ("caption"). "crier platforms NAME" lists them. A VALUE such as "@./FILE" is read from that file.',
    isMany: true,
  },
  tag: { value: 'TAG', about: 'A label of your own, to find the post by.', isMany: true },
  'external-id': { value: 'ID', about: 'Your own id for the post, to find it by.' },
  metadata: { value: 'NAME=VALUE', about: 'A note of your own that comes back with the post.', isMany: true },
  'late-policy': {
    value: 'POLICY',
    about: 'How late it may go out if its time is missed: publish_24h, publish_1h, publish_always or ask.',
    choices: ['publish_24h', 'publish_1h', 'publish_always', 'ask'],
  },
}

/** The options that say where a post goes. */
export const toOption: Options = {
  to: {
    value: 'ACCOUNT',
    about:
      'An account: @username, PLATFORM, PLATFORM:@username, its number or its id; or all of a group, by its name. Several stand apart, or with commas.',
    isMany: true,
  },
}

/** The options that say when a post goes. */
export const timeOptions: Options = {
  at: {
    value: 'TIME',
    about:
      'When to publish: "2026-12-01 09:00" by the clock of the workspace, or with an offset such as 2026-12-01T09:00:00Z.',
  },
  queue: { value: null, about: 'Takes the next free slot of the queue.' },
  draft: { value: null, about: 'Saves it without publishing it.' },
}

/** The options that follow a post. */
export const waitOptions: Options = {
  wait: { value: null, about: 'Waits until the outcome is known on every account, and ends with it.' },
  timeout: { value: 'SECONDS', about: 'How long --wait waits at most; 600 unless given.' },
}
