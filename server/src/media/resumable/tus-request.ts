import type { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import type { Context, RemoteCaller } from '../../context.ts'
import { eachChunk } from '../../lib/each-chunk.ts'
import { Problem } from '../../lib/problem.ts'
import { noteProgress } from '../intake/note-progress.ts'
import { takeUploadPlace } from '../intake/upload-limit.ts'
import { resumablePath, signUploadUrl, type UploadGrant } from '../intake/upload-url.ts'
import { mostBytesOfAny } from '../size-limit.ts'
import { type AnnouncedResumable, announceResumable } from './announce-resumable.ts'
import { finishResumable } from './finish-resumable.ts'
import {
  extendResumable,
  idleMs,
  loadResumable,
  type ResumableUpload,
  removeResumable,
} from './resumable-row.ts'
import type { TusAnswer, TusFailure, TusOutcome, TusPurpose, TusRequest } from './tus.ts'
import { openTusBody, type TusBody } from './tus-body.ts'
import { createUploadLock, examining } from './upload-lock.ts'

/** Answers one request with a server of its own, which therefore knows whose it is and keeps nothing afterwards. */
export async function answerTus(
  context: Context,
  request: TusRequest,
  purpose: TusPurpose,
): Promise<TusOutcome> {
  const exchange = new Exchange(context, request, purpose)
  try {
    return await exchange.run()
  } catch (error) {
    return { kind: 'failed', failure: { kind: 'own', error } }
  }
}

const hasBody = (method: string) => method === 'POST' || method === 'PATCH'

class Exchange extends DataStore {
  readonly #context: Context
  readonly #request: TusRequest
  readonly #caller: RemoteCaller | null
  #grant: UploadGrant | null
  #announced: AnnouncedResumable | null = null
  #failure: TusFailure | null = null
  #body: TusBody | null = null
  #storing: Promise<unknown> = Promise.resolve()

  constructor(context: Context, request: TusRequest, purpose: TusPurpose) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
    this.#context = context
    this.#request = request
    this.#caller = purpose.kind === 'create' ? purpose.caller : null
    this.#grant = purpose.kind === 'continue' ? purpose.grant : null
  }

  async run(): Promise<TusOutcome> {
    const { method } = this.#request
    if (this.#grant && method !== 'POST') await this.#prepare(this.#grant)
    const release = this.#takePlace()
    try {
      const response = await this.#server().handleWeb(this.#toWebRequest())
      if (this.#failure) return { kind: 'failed', failure: this.#failure }
      if (response.status >= 400) {
        const text = await response.text()
        return { kind: 'failed', failure: { kind: 'protocol', status: response.status, text } }
      }
      return { kind: 'answered', answer: this.#toAnswer(response) }
    } finally {
      this.#body?.close()
      release()
    }
  }

  /** A file that was accepted takes nothing more; one that is complete is examined before its state is told. */
  async #prepare(grant: UploadGrant): Promise<void> {
    const { method } = this.#request
    const upload = await loadResumable(this.#context, grant)
    if (upload.isReady && method !== 'HEAD') {
      throw new Problem(409, 'upload_already_used', 'The file of this upload was accepted already.')
    }
    if (method === 'HEAD' && (await this.#bytesOf(upload)) === grant.sizeBytes) await this.#finish()
  }

  #takePlace(): () => void {
    const workspaceId = this.#grant?.workspaceId ?? this.#caller?.workspaceId
    if (workspaceId === undefined || !hasBody(this.#request.method)) return () => undefined
    return takeUploadPlace(this.#context, workspaceId)
  }

  #server(): Server {
    const newLock = () => {
      const lock = createUploadLock(this.#context, this.#known(), {
        onWanted: (problem) => this.#body?.stop(problem),
        beforeUnlock: () => this.#stored(),
      })
      return { lock: () => lock.lock(), unlock: () => lock.unlock() }
    }
    return new Server({
      path: resumablePath,
      datastore: this,
      locker: { newLock },
      namingFunction: async (_request, metadata) => (await this.#announce(metadata ?? {})).id,
      generateUrl: () => this.#url(this.#known()),
      getFileIdFromRequest: () => this.#grant?.id,
      onUploadFinish: async () => {
        await this.#finish()
        return {}
      },
      onResponseError: (_request, error) => {
        this.#failure ??= toFailure(error)
        return undefined
      },
    })
  }

  async #announce(metadata: Readonly<Record<string, string | null>>): Promise<UploadGrant> {
    if (this.#caller === null) throw new Error('An upload is created by a caller.')
    const facts = { metadata, bytes: Number(this.#header('upload-length')) }
    this.#announced = await announceResumable(this.#context, this.#caller, facts)
    this.#grant = this.#announced.grant
    return this.#grant
  }

  override async getUpload(id: string): Promise<Upload> {
    const { sizeBytes: size, mimeType } = this.#known()
    const upload = await loadResumable(this.#context, this.#known())
    const offset = await this.#bytesOf(upload)
    const createdAt = new Date(upload.expiresAt.getTime() - idleMs)
    return new Upload({
      id,
      size,
      offset,
      creation_date: createdAt.toISOString(),
      metadata: { name: upload.name, mime_type: mimeType },
    })
  }

  /** How long after its last part an upload expires; the package adds it to the date that `getUpload` gives. */
  override getExpiration(): number {
    return idleMs
  }

  override async write(source: Readable, _id: string, offset: number): Promise<number> {
    const grant = this.#known()
    const { partialKey } = await loadResumable(this.#context, grant)
    if (partialKey === null || this.#body === null) throw new Error('An upload takes no bytes any more.')
    const expected = { bytes: grant.sizeBytes, owner: grant.workspaceId }
    const storing = this.#context.storage.partials.append(partialKey, offset, eachChunk(source), expected)
    this.#storing = storing
    const { heldUp, received } = this.#body
    const stopNoting = noteProgress(this.#context, grant, () => offset + received())
    try {
      const stored = await Promise.race([storing, heldUp])
      await extendResumable(this.#context, grant, stored)
      return stored
    } finally {
      stopNoting()
    }
  }

  override async remove(): Promise<void> {
    if (!(await removeResumable(this.#context, this.#known()))) throw examining()
  }

  async #finish(): Promise<void> {
    const { partialKey, isReady } = await loadResumable(this.#context, this.#known())
    if (!isReady && partialKey !== null) await finishResumable(this.#context, this.#known(), partialKey)
  }

  async #bytesOf({ isReady, partialKey }: ResumableUpload): Promise<number> {
    if (isReady || partialKey === null) return this.#known().sizeBytes
    return this.#context.storage.partials.bytes(partialKey)
  }

  #toWebRequest(): Request {
    const headers = new Headers()
    for (const name of Object.keys(this.#request.headers))
      if (/^(?:tus-|upload-|content-type$|content-length$)/.test(name)) headers.set(name, this.#header(name))
    const { method } = this.#request
    const url = `http://tus${resumablePath}/${this.#grant?.id ?? ''}`
    if (!hasBody(method)) return new Request(url, { method, headers })
    this.#body = openTusBody(this.#request, this.#limits(), (error) => {
      this.#failure ??= { kind: 'own', error }
    })
    return new Request(url, { method, headers, body: this.#body.stream, duplex: 'half' })
  }

  #limits() {
    const { config, uploadPace: pace } = this.#context
    return {
      pace,
      stallMs: config.timings.uploadStallMs,
      mostBytes: this.#grant?.sizeBytes ?? mostBytesOfAny(config),
    }
  }

  /** Resolves when nothing more of this request is stored. A disk that hangs is not waited for. */
  async #stored(): Promise<void> {
    await Promise.race([this.#storing, this.#body?.heldUp ?? this.#storing]).catch(() => undefined)
  }

  #toAnswer(response: Response): TusAnswer {
    const names = ['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'location']
    const headers = Object.fromEntries(
      names.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const { status } = response
    if (this.#announced === null) return { status, headers, body: null }
    const json = { 'content-type': 'application/json; charset=utf-8' }
    return { status, headers: { ...headers, ...json }, body: this.#describe(this.#announced) }
  }

  /** The facts that create-upload-url answers. */
  #describe({ grant, name, expiresAt }: AnnouncedResumable) {
    return {
      upload_url: this.#url(grant),
      media_id: grant.mediaId,
      id: grant.id,
      name,
      expires_at: expiresAt.toISOString(),
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream' },
    }
  }

  #url(grant: UploadGrant): string {
    const { config, secretKeys } = this.#context
    return signUploadUrl(grant, config.publicUrl, secretKeys, 'tus')
  }

  #known(): UploadGrant {
    if (this.#grant === null) throw new Error('An upload was used before it was created.')
    return this.#grant
  }

  #header(name: string): string {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
}

function toFailure(error: Error | { status_code: number; body: string }): TusFailure {
  if ('status_code' in error) return { kind: 'protocol', status: error.status_code, text: error.body }
  return { kind: 'own', error }
}
