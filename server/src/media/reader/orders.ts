import type { FitPlan, FittedImage, ImageFit } from '../../connectors/connector.ts'
import type { Piece } from '../../lib/containers/pieces.ts'
import type { Probed, RefusedCode } from '../probe/probed.ts'

/** An image to be fitted: a file on this machine, or the bytes themselves. */
export type ImageSource = { readonly path: string } | { readonly bytes: Uint8Array }

/** The limits of an image, and how it is cut, scaled and padded first. */
export type PictureFit = ImageFit & Partial<Pick<FitPlan, 'crop' | 'size' | 'pad'>>

/** The orders that a reader's child carries out. */
export type Order =
  | { readonly kind: 'probe'; readonly path: string; readonly mimeType: string }
  | { readonly kind: 'recognize'; readonly path: string }
  | {
      readonly kind: 'fit'
      readonly source: ImageSource
      readonly mimeType: string
      readonly fit: PictureFit
    }
  /** Redraws an image as WebP, also one that is small enough. */
  | {
      readonly kind: 'draw'
      readonly source: ImageSource
      readonly limits: Pick<ImageFit, 'maxBytes' | 'maxSide'>
    }
  /** Finds the parts of a JPEG without its notes. */
  | { readonly kind: 'strip'; readonly path: string }
  /** Decodes a picture of one pixel, to show that pictures can be decoded. */
  | { readonly kind: 'check' }

/** The result of fitting an image. */
export type Fitting =
  | { readonly kind: 'fitted'; readonly image: FittedImage }
  /** The image fits as it is. */
  | { readonly kind: 'fits'; readonly width: number; readonly height: number }
  | { readonly kind: 'unfit'; readonly why: string }

export type Answer =
  | { readonly kind: 'probed'; readonly probed: Probed }
  | { readonly kind: 'refused'; readonly code: RefusedCode; readonly why: string }
  | { readonly kind: 'recognized'; readonly mimeType: string | null }
  | Fitting
  | { readonly kind: 'stripped'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'checked' }
