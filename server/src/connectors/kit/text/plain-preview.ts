import type { Preview } from '../../connector.ts'

/** The look of a short post in neutral colours, for a network that nobody has looked at more closely. */
export function plainPreview(icon: URL): Preview {
  return {
    icon,
    family: 'microblog',
    avatar: 'circle',
    font: 'system-ui, sans-serif',
    light: { background: '#ffffff', text: '#1a202c', muted: '#4a5568', accent: '#2b5ea8', edge: '#d5dae1' },
    dark: { background: '#171c26', text: '#edf2f7', muted: '#a0aec0', accent: '#8ab8f5', edge: '#323a48' },
    clamp: { lines: null, characters: null },
    media: 'grid',
    linkCard: 'large',
    actions: ['reply', 'repost', 'like'],
  }
}
