/** The name under which a device keeps the passkeys of a person: the bytes of their id. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** The id of the person whom a device names; null for what can be none. */
export function idOfUserHandle(handle: string): string | null {
  const hex = Buffer.from(handle, 'base64url').toString('hex')
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? []
  return parts.length === 5 ? parts.join('-') : null
}
