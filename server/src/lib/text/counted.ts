/** Writes a count with its noun, as in `1 post` and `2 posts`. `many` is given where an added s is not enough. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
