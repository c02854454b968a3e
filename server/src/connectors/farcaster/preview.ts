import type { Preview } from '../connector.ts'

/** How a cast looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#1c1724', muted: '#635b70', accent: '#6a3fc4', edge: '#e0dbe8' },
  dark: { background: '#17121f', text: '#f6f2fb', muted: '#ada3bc', accent: '#b397f2', edge: '#3a3247' },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'repost', 'like'],
}
