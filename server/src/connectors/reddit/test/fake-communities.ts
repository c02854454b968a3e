import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  communityNamed,
  type FakeCommunity,
  type FakePerson,
  listing,
  ok,
  refuse,
  refuseForm,
  shown,
  type World,
} from './fake-world.ts'

/** A community of which every test that needs no other is glad. */
export const sailing = 'sailing'
const flairs: readonly JsonObject[] = [
  flair('0d0c3bf6-0000-11ee-9bb7-aabbccddee01', 'Question'),
  flair('0d0c3bf6-0000-11ee-9bb7-aabbccddee02', 'Boats & ropes'),
  flair('0d0c3bf6-0000-11ee-9bb7-aabbccddee03', 'From the crew', { mod_only: true }),
  flair('0d0c3bf6-0000-11ee-9bb7-aabbccddee04', 'Anything', { text_editable: true }),
]

function flair(id: string, text: string, changes: JsonObject = {}): JsonObject {
  return { id, text, type: 'text', text_editable: false, max_emojis: 10, mod_only: false, ...changes }
}

export function makeCommunities(): Map<string, FakeCommunity> {
  const all: FakeCommunity[] = [
    { name: sailing, about: {}, rules: {}, flairs },
    {
      name: 'Asked',
      about: { title: 'Asked & answered' },
      rules: { body_restriction_policy: 'notAllowed' },
      flairs: [],
    },
    { name: 'texts', about: { submission_type: 'self' }, rules: null, flairs: [] },
    { name: 'links', about: { submission_type: 'link' }, rules: null, flairs: [] },
    {
      name: 'approved',
      about: { subreddit_type: 'restricted', restrict_posting: true },
      rules: {},
      flairs: [],
    },
    { name: 'hidden', about: { subreddit_type: 'private' }, rules: {}, flairs: [] },
  ]
  return new Map(all.map((community) => [community.name.toLowerCase(), community]))
}

const usualRules: JsonObject = {
  title_regexes: [],
  body_blacklisted_strings: [],
  title_blacklisted_strings: [],
  body_text_max_length: null,
  title_required_strings: [],
  guidelines_text: null,
  gallery_min_items: null,
  domain_blacklist: [],
  domain_whitelist: [],
  title_text_max_length: null,
  body_restriction_policy: 'none',
  link_restriction_policy: 'none',
  guidelines_display_policy: null,
  body_required_strings: [],
  title_text_min_length: null,
  gallery_captions_requirement: 'none',
  is_flair_required: false,
  gallery_max_items: null,
  gallery_urls_requirement: 'none',
  body_regexes: [],
  link_repost_age: null,
  body_text_min_length: null,
}

function aboutOf({ name, about }: FakeCommunity): JsonObject {
  return {
    id: '2qh0u',
    name: 't5_2qh0u',
    display_name: name,
    display_name_prefixed: `r/${name}`,
    title: `All about ${name}`,
    subreddit_type: 'public',
    submission_type: 'any',
    restrict_posting: true,
    allow_images: true,
    allow_videos: true,
    allow_galleries: true,
    spoilers_enabled: true,
    over18: false,
    user_is_banned: false,
    user_is_contributor: false,
    user_is_moderator: false,
    user_is_subscriber: true,
    ...about,
  }
}

export function showAbout(world: World, call: FakeCall, name: string): FakeAnswer {
  world.access(call, 'read')
  const community = communityNamed(world, name)
  if (!community)
    return {
      status: 302,
      json: null,
      headers: { location: `https://oauth.reddit.com/subreddits/search?q=${name}` },
    }
  const about = aboutOf(community)
  if (about.subreddit_type === 'private') throw refuse(403, { reason: 'private' })
  if (about.subreddit_type === 'banned') throw refuse(404, { reason: 'banned' })
  return ok({ kind: 't5', data: shown(call, about) })
}

export function showRequirements(world: World, call: FakeCall, name: string): FakeAnswer {
  world.access(call, 'submit')
  const community = communityNamed(world, name)
  if (!community?.rules) throw refuse(404, { reason: 'SUBREDDIT_NOEXIST' })
  return ok({ ...usualRules, ...community.rules })
}

export function showFlairs(world: World, call: FakeCall, name: string): FakeAnswer {
  world.access(call, 'flair')
  const community = communityNamed(world, name)
  if (!community) throw refuse(404)
  return ok(community.flairs.map((each) => shown(call, each)))
}

export function listJoined(world: World, call: FakeCall): FakeAnswer {
  world.access(call, 'mysubreddits')
  return listing(call, 't5', [...world.communities.values()].map(aboutOf))
}

export function searchCommunities(world: World, call: FakeCall): FakeAnswer {
  world.access(call, 'read')
  const query = (call.url.searchParams.get('q') ?? '').toLowerCase()
  const found = [...world.communities.values()].filter(({ name }) => name.toLowerCase().includes(query))
  return listing(call, 't5', found.map(aboutOf))
}

export interface Submitted {
  readonly kind: string
  readonly title: string
  readonly body: string
  readonly url: string | null
  readonly count: number
  readonly flairId: string | null
}

/** The community that a post is for, if it takes the post. @throws FakeRefusal */
export function mustTake(
  world: World,
  name: string,
  person: FakePerson,
  post: Submitted,
): FakeCommunity | null {
  if (name === '') throw refuseForm('SUBREDDIT_REQUIRED', 'you must specify a community', 'sr')
  if (name.toLowerCase() === `u_${person.name}`.toLowerCase()) return null
  const community = communityNamed(world, name)
  if (!community) throw refuseForm('SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist.", 'sr')
  const about = aboutOf(community)
  const isTrusted = about.user_is_contributor === true || about.user_is_moderator === true
  const isOpen = about.subreddit_type === 'public' || isTrusted
  if (about.user_is_banned === true || !isOpen)
    throw refuseForm('SUBREDDIT_NOTALLOWED', "you aren't allowed to post there.", 'sr')
  refuseKind(about, post.kind)
  if (about.user_is_moderator !== true) refuseByRules({ ...usualRules, ...community.rules }, post)
  return community
}

function refuseKind(about: JsonObject, kind: string): void {
  if (about.submission_type === 'link' && kind === 'self')
    throw refuseForm('NO_SELFS', "this community doesn't allow text posts", 'sr')
  if (about.submission_type === 'self' && kind !== 'self')
    throw refuseForm('NO_LINKS', 'this community only allows text posts', 'sr')
  if (about.allow_images === false && (kind === 'image' || kind === 'gallery'))
    throw refuseForm('NO_IMAGES', "this community doesn't allow images", 'sr')
  if (about.allow_videos === false && kind === 'video')
    throw refuseForm('NO_VIDEOS', "this community doesn't allow videos", 'sr')
}

function refuseByRules(rules: JsonObject, { kind, title, body, flairId }: Submitted): void {
  if (rules.is_flair_required === true && flairId === null)
    throw refuseForm('SUBMIT_VALIDATION_FLAIR_REQUIRED', 'Your post must contain post flair.', 'flair')
  if (title.length < Number(rules.title_text_min_length ?? 0))
    throw refuseForm('SUBMIT_VALIDATION_MIN_LENGTH', 'This field is too short.', 'title')
  if (kind === 'self' && rules.body_restriction_policy === 'notAllowed' && body !== '')
    throw refuseForm('SUBMIT_VALIDATION_BODY_NOT_ALLOWED', 'Body is not allowed.', 'body')
  if (kind === 'self' && rules.body_restriction_policy === 'required' && body === '')
    throw refuseForm('SUBMIT_VALIDATION_BODY_REQUIRED', 'Body is required.', 'body')
}
