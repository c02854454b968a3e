// The script of a page in a browser, as bundlers make one.
export * from '../src/index.ts'
export { resumable } from '../src/resumable.ts'
