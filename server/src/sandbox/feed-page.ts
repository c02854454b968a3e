import { Html, html } from '../lib/html.ts'
import { arrivalsOf } from './arrivals.ts'
import { channelOf } from './channels.ts'
import { feedStyle } from './feed-style.ts'
import { linked, timeOf } from './html.ts'
import type { Behavior, NetworkClass } from './profile.ts'
import type { Feed, FeedMedium, FeedPost, FeedProfile, FeedThread } from './read-feed.ts'

/** Renders the feed of a profile. `base` is the path of the sandbox on this host, such as `/sandbox`. */
export function feedPage({ profile, threads, olderThan, arrivals }: Feed, base: string): string {
  const at = `${base}/${profile.id}`
  return page(
    profile.name,
    base,
    html`${header(profile)}
      <p class="note">This profile is on a simulated network inside Crier. Posts shown here were published nowhere else.</p>
      ${arrivalsOf(arrivals, at)}
      ${threads.length > 0 ? threads.map((thread) => threadOf(thread, at, null)) : nothingYet}
      ${olderThan === null ? null : html`<a class="older" href="${at}?before=${olderThan}">Older posts</a>`}`,
  )
}

/** Renders one post with its thread. */
export function postPage({ profile, threads }: Feed, postId: string, base: string): string {
  const at = `${base}/${profile.id}`
  return page(
    `A post by ${profile.name}`,
    base,
    html`${header(profile)} ${threads.map((thread) => threadOf(thread, at, postId))}
      <a class="older" href="${at}">All posts of ${profile.name}</a>`,
  )
}

/** Renders the entry page: all profiles if it may name them, otherwise how to find your own. */
export function profilesPage(profiles: readonly FeedProfile[] | null, base: string): string {
  const title = html`<header class="who"><div class="disc" aria-hidden="true">C</div><div><h1>The sandbox</h1>
    <p>A simulated network inside Crier, to try everything before it happens in public.</p></div></header>`
  const list = profiles?.map(
    (
      profile,
    ) => html`<li><a href="${base}/${profile.id}">${disc(profile.name)}<span><strong dir="auto">${profile.name}</strong>
      <span>${behaviorOf(profile)}</span></span></a></li>`,
  )
  const found = list?.length ? html`<ul class="profiles">${list}</ul>` : null
  return page('The sandbox', base, html`${title} ${found ?? howToFindOne}`)
}

/** Renders the page for an unknown address. */
export function missingPage(base: string): string {
  return page(
    'Not here',
    base,
    html`<p class="empty"><strong>There is nothing here.</strong>This profile or post does not exist, or does not exist yet.</p>`,
  )
}

/** Renders the page on which a person lets a client publish; `at` is its own address. Without `at` it was answered before. */
export function consentPage(
  at: string | null,
  conducts: Readonly<Record<string, string>>,
  base: string,
): string {
  if (at === null)
    return page(
      'Sign in',
      base,
      html`<p class="empty"><strong>This sign-in is over.</strong>It was answered before, or its ten minutes are over.</p>`,
    )
  const choices = Object.entries(conducts).map(
    ([name, words]) => html`<option value="${name}">${words}</option>`,
  )
  return page(
    'Sign in',
    base,
    html`<header class="who"><div class="disc" aria-hidden="true">C</div><div><h1>Sign in to the sandbox</h1>
      <p>Crier asks to read and publish as your profiles.</p></div></header>
      <p class="note">A real network would ask who you are here. This one is simulated: name the profiles that you want to
      have, and say how the sign-in shall go.</p>
      <form method="post" action="${at}">
      <p><label>Your profiles, one in a line<br><textarea name="names" rows="3" cols="40">Harbour</textarea></label></p>
      <p><label>How it goes<br><select name="conduct">${choices}</select></label></p>
      <p><button name="decision" value="allow">Allow</button> <button name="decision" value="refuse">Refuse</button></p>
      </form>`,
  )
}

const nothingYet = html`<p class="empty"><strong>No posts yet.</strong>Posts published to this profile appear here.</p>`

const howToFindOne = html`<p class="note">A profile’s page is known to those who have its address: it is the
  <code>profile_url</code> of the account in <code>GET /v1/social-accounts</code>, and every published post links to it.</p>`

function page(title: string, base: string, content: Html): string {
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · Crier sandbox</title>
<style>${new Html(feedStyle)}</style>
</head>
<body>
<div class="page">
<nav class="top" aria-label="Sandbox"><a href="${base}"><span class="brand">Crier</span> sandbox</a></nav>
<main>${content}</main>
</div>
</body>
</html>
`.markup
}

function header(profile: FeedProfile): Html {
  return html`<header class="who">${disc(profile.name)}<div><h1 dir="auto">${profile.name}</h1>
    <p>${behaviorOf(profile)}</p></div></header>`
}

function disc(name: string): Html {
  const [first] = new Intl.Segmenter('en').segment(name.toLocaleUpperCase('en'))
  return html`<span class="disc" aria-hidden="true">${first?.segment ?? '?'}</span>`
}

const classSentences: Readonly<Record<NetworkClass, string>> = {
  key: 'Remembers the key of every post for ever.',
  expiring_key: 'Remembers the key of every post for a while.',
  two_phase: 'Publishes each container once.',
  list: 'Lets a profile list its own posts.',
  blind: 'Lets a profile read nothing back.',
}

const behaviorSentences: Readonly<Record<Behavior, string>> = {
  succeed: 'Accepts every post.',
  refuse: 'Refuses posts.',
  rate_limit: 'Will answer with a rate limit.',
  slow_media: 'Processes media slowly.',
  process_slowly: 'Processes everything slowly.',
  drop_answer: 'Will publish and close the connection without an answer.',
  error_after_accept: 'Will publish and answer with an error.',
  lose_token: 'Will revoke the token.',
  block_account: 'Is suspended, and takes no posts.',
  drop_before: 'Will close the connection and publish nothing.',
  hang: 'Will publish late and never answer.',
}

function behaviorOf(profile: FeedProfile): string {
  return `${classSentences[profile.network_class]} ${behaviorSentences[profile.behavior]}`
}

function threadOf(thread: FeedThread, at: string, here: string | null): Html {
  return html`<ol class="${thread.length > 1 ? 'thread many' : 'thread'}">
    ${thread.map((post) => postOf(post, at, post.id === here, thread[0]))}</ol>`
}

function postOf(post: FeedPost, at: string, isHere: boolean, root: FeedPost | undefined): Html {
  const { language, poll, sensitive, channel = null, cover = null } = post.options
  // The parts of a thread share one result, so it is named once.
  const reference =
    post === root || post.options.reference !== root?.options.reference ? post.options.reference : null
  const lang = language === null ? null : html` lang="${language}"`
  const media = post.media.length > 0 ? mediaOf(post.media, at) : null
  return html`<li class="${isHere ? 'post here' : 'post'}" id="post-${post.id}">
    ${cover === null ? null : html`<img class="cover" src="${at}/media/${cover}" alt="" loading="lazy">`}
    ${post.text === '' ? null : html`<p class="text" dir="auto"${lang}>${linked(post.text)}</p>`}
    ${sensitive && media ? html`<details class="veil"><summary>Sensitive media</summary>${media}</details>` : media}
    ${poll === null ? null : pollOf(poll)}
    <p class="small"><a href="${at}/${post.id}">${timeOf(post.created_at)}</a>
      ${language === null ? null : html`<span>${languageName(language)}</span>`}
      ${channel === null ? null : html`<span>in ${channelOf(channel)?.name ?? channel}</span>`}
      ${reference ? html`<span>post result <code>${reference}</code></span>` : null}</p></li>`
}

// Extensions such as `-u-ca-gregory` name no language, and DisplayNames refuses them.
function languageName(tag: string): string {
  const { baseName } = new Intl.Locale(tag)
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(baseName) ?? baseName
}

function mediaOf(media: readonly FeedMedium[], at: string): Html {
  const count = media.length === 1 ? 'one' : media.length === 2 ? 'two' : 'more'
  const layout = media.length > 2 && media.length % 2 === 1 ? `${count} odd` : count
  return html`<ul class="media ${layout}">${media.map((medium) => mediumOf(medium, at))}</ul>`
}

function mediumOf({ id, kind, alt_text: altText }: FeedMedium, at: string): Html {
  const source = `${at}/media/${id}`
  const shown =
    kind === 'video'
      ? html`<video src="${source}#t=0.001" controls preload="metadata" aria-label="${altText}"></video>`
      : html`<img src="${source}" alt="${altText}" loading="lazy" decoding="async">`
  const words =
    altText === ''
      ? null
      : html`<details class="alt"><summary>ALT</summary><p dir="auto">${altText}</p></details>`
  const badge = kind === 'gif' ? html`<span class="badge" aria-hidden="true">GIF</span>` : null
  return html`<li><figure>${shown}${badge}${words}</figure></li>`
}

function pollOf({ options, duration_minutes, multiple }: NonNullable<FeedPost['options']['poll']>): Html {
  return html`<ul class="${multiple ? 'poll several' : 'poll'}">${options.map((option) => html`<li dir="auto">${option}</li>`)}</ul>
    <p class="small">A poll, ${multiple ? 'several choices' : 'one choice'}, open for ${lengthOf(duration_minutes)}.</p>`
}

function lengthOf(minutes: number): string {
  const [unit, size] =
    minutes % 1_440 === 0 ? ['day', 1_440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1]
  return new Intl.NumberFormat('en', { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    minutes / Number(size),
  )
}
