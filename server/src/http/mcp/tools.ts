import type { Operation } from '../operation.ts'

/** An operation of the API that agents get as a tool. The tool has the operation's name, in snake case. */
export interface ToolSpec {
  readonly operation: string
  /** Replaces the description of the operation, where an agent has to know something else than a program. */
  readonly description?: string
  /** Follows the description of the operation. */
  readonly hint?: string
  /** Arguments that the API can do without and an agent must give. */
  readonly required?: readonly string[]
  /** Arguments that agents are not offered, because another says it better. */
  readonly hides?: readonly string[]
  /** The operation whose tool describes the arguments that both have, because an agent keeps all tools in mind. */
  readonly like?: string
  /** Members of each row that tell programs how to draw something, and would only fill the memory of an agent. */
  readonly leavesOut?: readonly string[]
  /** Whether it may make something public or take something away that cannot be brought back. */
  readonly isDestructive?: true
}

/** The other name of `caption`, the id that `idempotency_key` stands for, and a setting that programs of old send. */
const doubled = ['body', 'id', 'processing_enabled']

/**
 * The operations that agents use to publish. To set the workspace up (keys, accounts, endpoints, slots, feeds) and to approve posts is
 * for people, and for programs that people wrote.
 */
export const toolSpecs: readonly ToolSpec[] = [
  { operation: 'getMe', hint: 'Also says whether this is test data, and the time zone of the workspace.' },
  { operation: 'getAttention' },
  { operation: 'listSocialAccounts', leavesOut: ['avatar_url'] },
  {
    operation: 'listPlatforms',
    description:
      'Get the limits of networks and the options that posts on them take, as JSON Schema. Ask for the networks of the accounts that you publish to.',
    required: ['platform'],
    leavesOut: ['preview', 'icon_url', 'guide_url', 'connect', 'ways', 'app_configured', 'counting'],
  },
  { operation: 'listChoices' },
  {
    operation: 'validatePost',
    description:
      'Check a post without storing it. It takes the arguments of `create_post`, and names everything that a network would refuse, with the length of the text as each network counts it.',
    hides: doubled,
    like: 'createPost',
  },
  {
    operation: 'createPost',
    description:
      'Create a draft (`is_draft`), schedule a post (`scheduled_at`), put it into the queue (`use_queue`), or, with none of these, publish it now. A post that is not a draft needs the scope `publish`; that of an author waits for approval. `get_post` with `expand: ["results"]` says what happened on each account, usually within seconds.',
    required: ['idempotency_key'],
    hides: doubled,
    isDestructive: true,
  },
  { operation: 'listPosts' },
  {
    operation: 'getPost',
    hint: 'With `expand: ["results"]` it says what happened on each account: `published` with its address, `failed` with the reason, `needs_review` where the network may or may not have the post.',
  },
  {
    operation: 'updatePost',
    description:
      'Change a post that is not being published yet. The arguments that are given replace what the post has, the others stay. `is_draft: false` promotes a draft; `scheduled_at: null` publishes now. A post that is not a draft also needs the scope `publish`.',
    hides: doubled,
    like: 'createPost',
    isDestructive: true,
  },
  { operation: 'duplicatePost' },
  { operation: 'listPostNotes', like: 'listPosts' },
  {
    operation: 'createPostNote',
    description:
      'Write a note about a post, for the people of the workspace. It is never published, and those whom it concerns are told.',
    hides: ['mentions'],
  },
  {
    operation: 'updatePostNote',
    description: 'Mark a note as done, once what it asks for is done, or open it again.',
    required: ['resolved'],
    hides: ['text', 'mentions'],
  },
  { operation: 'submitPost' },
  { operation: 'cancelPost', isDestructive: true },
  { operation: 'deletePost', isDestructive: true },
  { operation: 'retryPost', isDestructive: true },
  { operation: 'listPostResults', like: 'listPosts' },
  { operation: 'getPostResult' },
  {
    operation: 'resolvePostResult',
    hint: 'Use it only after a person, or you yourself on the network, have looked whether the post is there. `review` of the result says where to look.',
    isDestructive: true,
  },
  { operation: 'retryPostResult', isDestructive: true },
  { operation: 'editPostResult', isDestructive: true },
  { operation: 'cancelPostResult', isDestructive: true },
  {
    operation: 'createUploadUrl',
    hint: 'Then send the bytes of the file to `upload_url` with PUT and the `headers` of the answer, and name `media_id` in a post.',
  },
  { operation: 'importMedia' },
  { operation: 'listMedia', like: 'listPosts' },
  { operation: 'getMedia' },
  { operation: 'updateMedia' },
  { operation: 'deleteMedia', isDestructive: true },
  {
    operation: 'listSavedTexts',
    description: 'List the workspace’s own hashtags and signatures. Prefer them.',
    hides: ['offset', 'cursor'],
    like: 'listPosts',
  },
  { operation: 'getCalendar', like: 'listPosts' },
  { operation: 'listFreeSlots' },
  { operation: 'listRecurrences', like: 'listPosts' },
  {
    operation: 'createRecurrence',
    hint: 'The answer has the next times, by the clock of `timezone`: tell them to the person.',
    required: ['idempotency_key'],
    hides: doubled,
    like: 'createPost',
    isDestructive: true,
  },
  {
    operation: 'updateRecurrence',
    hides: doubled,
    like: 'createRecurrence',
    isDestructive: true,
  },
  { operation: 'deleteRecurrence', isDestructive: true },
  { operation: 'listFeeds', like: 'listPosts' },
  { operation: 'listFeedItems', like: 'listPosts' },
  {
    operation: 'updateFeed',
    description:
      'Pause a feed, or resume one that is paused or stopped. From then on its posts are made in your name. Adding feeds and deciding about their items is left to people, in the app.',
    required: ['status'],
    hides: [
      'url',
      'social_accounts',
      'action',
      'caption',
      'platform_configurations',
      'with_picture',
      'tags',
      'max_per_day',
    ],
    isDestructive: true,
  },
  { operation: 'listAnalytics', like: 'listPosts' },
  { operation: 'summarizeAnalytics' },
]

/** `createPost` as the name of a tool: `create_post`. */
export function toolNameOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Rewrites words of the API's documentation for agents, who know tools and no paths: `GET /v1/social-accounts` and
 * `listSocialAccounts` become `list_social_accounts`.
 */
export function createReword(operations: readonly Operation[]): (text: string) => string {
  const names = new Map<string, string>()
  for (const { operation } of toolSpecs) {
    const found = operations.find(({ id }) => id === operation)
    if (found === undefined) continue
    names.set(`${found.method} ${found.path}`, toolNameOf(operation))
    names.set(operation, toolNameOf(operation))
  }
  return (text) =>
    text
      .replace(/`((?:GET|POST|PATCH|DELETE) \/v1\/[^`]*)`/g, (whole, address: string) => {
        const name = names.get(address)
        return name === undefined ? whole : `\`${name}\``
      })
      .replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => names.get(word) ?? word)
}
