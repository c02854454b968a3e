import { excerptOf } from '../../lib/text/excerpt.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Draft } from '../connector.ts'
import type { Uploaded } from './artefacts.ts'
import { readChoices } from './options.ts'

const mostTitleLetters = 100

/** The title of a post: the one that was chosen, else the first line of its text, else of what its first medium shows. */
export function titleOf({ text, media, options }: Pick<Draft, 'text' | 'media' | 'options'>): string {
  const { title, format } = readChoices(options)
  if (title !== null) return title
  const words = format === 'html' ? text.replace(/<[^<>]*>/g, ' ') : text
  return titleIn(words) || titleIn(media[0]?.altText ?? '')
}

/** The first line of a text with anything in it, cut after a word. */
export function titleIn(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  return excerptOf(line.replace(/\s+/g, ' ').trim(), mostTitleLetters)
}

/** A text that is to be read as it is written: no tags, no entities, and no shortcodes, which begin with a bracket. */
function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>"[]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The title and the excerpt of a post are HTML, whose quotes and brackets mean nothing. */
export function escapeLine(text: string): string {
  return text.toWellFormed().replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/**
 * The text as blocks of WordPress's editor: a paragraph for each, with its lines and with links that can be clicked, or one block of
 * HTML. Source: developer.wordpress.org/block-editor/reference-guides/core-blocks.
 */
export function textBlocks(text: string, format: string): string[] {
  if (format === 'html') {
    const html = text.trim().toWellFormed()
    return html === '' ? [] : [`<!-- wp:html -->\n${html}\n<!-- /wp:html -->`]
  }
  const plain = text.replace(/\r\n?/g, '\n').trim()
  if (plain === '') return []
  return plain
    .split('\n\n')
    .map((paragraph) => `<!-- wp:paragraph -->\n<p>${inlineOf(paragraph)}</p>\n<!-- /wp:paragraph -->`)
}

/** A paragraph or a comment: escaped, with links that can be clicked and its lines as they are. */
export function inlineOf(paragraph: string): string {
  const links = findRanges(paragraph).filter(({ kind }) => kind === 'link')
  let written = ''
  let at = 0
  for (const { start, end } of links) {
    const link = escapeText(paragraph.slice(start, end))
    written += `${escapeText(paragraph.slice(at, start))}<a href="${link}">${link}</a>`
    at = end
  }
  return `${written}${escapeText(paragraph.slice(at))}`.replaceAll('\n', '<br>')
}

/** All blocks of a post: its text, then its media but for a picture that is featured in place of it. */
export function contentOf(draft: Draft, uploads: readonly Uploaded[]): string {
  const { format, featuredImage } = readChoices(draft.options)
  const featured = featuredImage === 'first_only' ? featuredOf(draft, uploads) : null
  const blocks = uploads.flatMap((uploaded, index) =>
    uploaded === featured ? [] : [mediaBlock(uploaded, draft.media[index]?.altText ?? '')],
  )
  return [...textBlocks(draft.text, format), ...blocks].join('\n\n')
}

/** The picture that lists of posts show; null where none was asked for. */
export function featuredOf({ options }: Draft, uploads: readonly Uploaded[]): Uploaded | null {
  if (readChoices(options).featuredImage === 'none') return null
  return uploads.find(({ kind }) => kind === 'image' || kind === 'gif') ?? null
}

function mediaBlock({ kind, id, url }: Uploaded, altText: string): string {
  const from = escapeText(url)
  const words = escapeText(altText.replace(/\s+/g, ' ').trim())
  switch (kind) {
    case 'image':
    case 'gif':
      return block(
        'image',
        { id, sizeSlug: 'full', linkDestination: 'none' },
        `<figure class="wp-block-image size-full"><img src="${from}" alt="${words}" class="wp-image-${id}"/></figure>`,
      )
    case 'video': {
      const label = words === '' ? '' : ` aria-label="${words}"`
      return block(
        'video',
        { id },
        `<figure class="wp-block-video"><video controls src="${from}"${label}></video></figure>`,
      )
    }
    case 'document':
      return block(
        'file',
        { id, href: url },
        `<div class="wp-block-file"><a href="${from}">${words === '' ? nameIn(url) : words}</a></div>`,
      )
  }
}

/** No sign of the attributes may end the comment that holds them. Source: serialize_block_attributes of WordPress. */
function block(name: string, attributes: object, html: string): string {
  const json = JSON.stringify(attributes)
    .replace(/--/g, '\\u002d\\u002d')
    .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return `<!-- wp:${name} ${json} -->\n${html}\n<!-- /wp:${name} -->`
}

function nameIn(url: string): string {
  return escapeText(new URL(url).pathname.split('/').at(-1) ?? '')
}

/**
 * A content of ours in two: the blocks of its text, and everything after them. Null where something else is at its beginning, so
 * that somebody has written it anew.
 */
export function splitContent(content: string): { text: string; rest: string } | null {
  let at = 0
  for (;;) {
    const from = skipSpace(content, at)
    const name = ['paragraph', 'html'].find((each) => content.startsWith(`<!-- wp:${each} `, from))
    const end = name === undefined ? -1 : content.indexOf(`<!-- /wp:${name} -->`, from)
    if (end === -1) {
      const rest = content.slice(from)
      return rest === '' || rest.startsWith('<!-- wp:') ? { text: content.slice(0, from), rest } : null
    }
    at = content.indexOf('-->', end) + '-->'.length
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}
