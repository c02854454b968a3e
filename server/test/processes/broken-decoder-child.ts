// The reader's child on a machine on which the decoder of pictures cannot be loaded.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'sharp') throw new Error('Could not load the "sharp" module.')
    return next(specifier, context)
  },
})
await import('../../src/media/reader/child.ts')
