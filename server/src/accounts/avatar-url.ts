/**
 * The public address of an account's picture: `<PUBLIC_URL>/avatars/<name>.webp`, with a name that cannot be guessed. Null
 * where its network has no picture.
 */
export function avatarUrl(
  publicUrl: string,
  account: { avatar_url: string | null; avatar_name: string },
): string | null {
  return account.avatar_url === null ? null : `${publicUrl}/avatars/${account.avatar_name}.webp`
}

/** The name in the last part of such an address; null for any other text. */
export function avatarNameIn(file: string): string | null {
  return /^([0-9a-f]{32})\.webp$/.exec(file)?.[1] ?? null
}
