import { v7, validate, version } from 'uuid'

/** A new UUIDv7: ids made later sort later, within one process strictly. */
export function newId(): string {
  return v7()
}

/** Any UUID in its usual form of 36 characters. */
export function isId(text: string): boolean {
  return validate(text)
}

export function isIdVersion7(text: string): boolean {
  return validate(text) && version(text) === 7
}
