import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { forbidden, listed, may, type RestCall, shown } from './fake-call.ts'
import { type FakeMedium, nextId, refuse, slugFrom, uniqueSlug } from './fake-world.ts'

/** Types that a site takes, by the beginnings of their files. Source: wp_get_mime_types, and wp_check_filetype_and_ext. */
const types: Readonly<Record<string, { readonly mimeType: string; readonly begins: RegExp }>> = {
  jpg: { mimeType: 'image/jpeg', begins: /^\xff\xd8\xff/ },
  png: { mimeType: 'image/png', begins: /^\x89PNG/ },
  gif: { mimeType: 'image/gif', begins: /^GIF8/ },
  webp: { mimeType: 'image/webp', begins: /^RIFF.{4}WEBP/s },
  mp4: { mimeType: 'video/mp4', begins: /^.{4}ftyp/s },
  mov: { mimeType: 'video/quicktime', begins: /^.{4}ftyp/s },
  webm: { mimeType: 'video/webm', begins: /^.E\xdf\xa3/s },
  pdf: { mimeType: 'application/pdf', begins: /^%PDF-/ },
}

/** The controller of media. Source: WP_REST_Attachments_Controller. */
export async function serveMedia(rest: RestCall): Promise<FakeAnswer> {
  const { world, query } = rest
  if (rest.method === 'POST') return upload(rest)
  const slug = query.get('slug')
  const found = world.media.filter((medium) => slug === null || medium.slug === slug)
  return listed(
    rest,
    found.map((medium) => describe(rest, medium)),
  )
}

async function upload(rest: RestCall): Promise<FakeAnswer> {
  const { world, user, call } = rest
  if (!user || !may(rest, 'edit_posts'))
    throw forbidden(rest, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.')
  if (!may(rest, 'upload_files'))
    throw refuse(400, 'rest_cannot_create', 'Sorry, you are not allowed to upload media on this site.')
  const type = call.headers['content-type'] ?? ''
  // PHP drops a form that is larger than all it reads.
  if (!type.startsWith('multipart/form-data') || call.body.length > world.mostFormBytes)
    throw refuse(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.')
  const form = await new Response(new Uint8Array(call.body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (file === null || typeof file === 'string')
    throw refuse(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.')
  if (file.size > world.mostUploadBytes)
    throw unfit('The uploaded file exceeds the upload_max_filesize directive in php.ini.')
  const bytes = Buffer.from(await file.arrayBuffer())
  const known = types[file.name.split('.').at(-1) ?? '']
  if (!known?.begins.test(bytes.subarray(0, 16).toString('latin1')))
    throw unfit('Sorry, you are not allowed to upload this file type.')
  const base = file.name.slice(0, file.name.lastIndexOf('.'))
  const taken = world.media.map(({ slug }) => slug)
  const medium: FakeMedium = {
    id: nextId(world),
    author: user.id,
    slug: uniqueSlug(slugFrom(textOf(form, 'slug') || base), taken),
    fileName: file.name,
    mimeType: known.mimeType,
    // Source: sanitize_text_field.
    altText: textOf(form, 'alt_text').replace(/<[^<>]*>/g, ''),
    bytes,
  }
  world.media.push(medium)
  return shown(rest, describe(rest, medium), 201)
}

function unfit(message: string) {
  return refuse(500, 'rest_upload_unknown_error', message)
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function describe({ site }: RestCall, { id, slug, altText, mimeType, fileName }: FakeMedium): JsonObject {
  return {
    id,
    slug,
    status: 'inherit',
    type: 'attachment',
    alt_text: altText,
    mime_type: mimeType,
    source_url: `${site}/wp-content/uploads/2026/11/${fileName}`,
  }
}
