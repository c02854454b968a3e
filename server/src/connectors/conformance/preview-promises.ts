import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Connector, PreviewColours } from '../connector.ts'

/** The contrast that WCAG asks of texts. */
const textContrast = 4.5

/** A page can draw a post as the network shows it, by nothing but the descriptor. */
export const previewPromises = [
  {
    title: 'says how a post looks, in colours that can be read by day and by night',
    keep: async ({ connector: { preview } }: { readonly connector: Connector }) => {
      for (const colours of [preview.light, preview.dark]) {
        for (const colour of Object.values(colours)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
        for (const name of ['text', 'muted', 'accent'] as const)
          expect(contrastOf(colours, name), `${name} on its background`).toBeGreaterThanOrEqual(textContrast)
      }
      expect(luminanceOf(preview.light.background)).toBeGreaterThan(luminanceOf(preview.dark.background))
      expect(preview.font).toMatch(/^[\w ,"-]+$/)
      expect(new Set(preview.actions).size).toBe(preview.actions.length)
      for (const measure of [preview.clamp.lines, preview.clamp.characters])
        expect(measure ?? 1).toBeGreaterThan(0)
    },
  },
  {
    title: 'has an icon in one colour that takes nothing from elsewhere',
    keep: async ({ connector: { preview, name } }: { readonly connector: Connector }) => {
      const icon = await readFile(preview.icon, 'utf8')
      expect(icon).toContain('viewBox="0 0 24 24"')
      expect(icon).toContain(`aria-label="${name}"`)
      expect(icon.length).toBeLessThan(4_096)
      const paints = [...icon.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, paint]) => paint)
      expect(paints).toContain('currentColor')
      expect(paints.filter((paint) => paint !== 'currentColor' && paint !== 'none')).toEqual([])
      expect(icon).not.toMatch(/<script|<style|<image|href|url\(|\son\w+=|<text/i)
    },
  },
]

function contrastOf(colours: PreviewColours, name: 'text' | 'muted' | 'accent'): number {
  const [one, other] = [luminanceOf(colours[name]), luminanceOf(colours.background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The relative luminance of a colour. Source: WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
