import sharp from 'sharp'

const grounds = ['#8a5a2b', '#d9b382', '#5b3a1e', '#3f5a52', '#b98a5e', '#44424f']

/** The thing in each picture: loaves, rolls and a cup, as far as one needs to see that they differ. */
const things: readonly string[] = [
  loaf(250),
  loaf(280),
  loaf(310),
  [250, 400, 550]
    .map(
      (x) =>
        `<circle cx="${x}" cy="330" r="95" fill="#d8a05c"/><path d="M${x - 40} 300l80 60" stroke="#a86f35" stroke-width="12"/>`,
    )
    .join(''),
  '<ellipse cx="400" cy="330" rx="190" ry="190" fill="#f3eee4"/><ellipse cx="400" cy="330" rx="150" ry="150" fill="#5a3820"/><path d="M330 330q70 -80 140 0q-70 80 -140 0" fill="#d9b991"/>',
  `${loaf(200)}<circle cx="640" cy="420" r="44" fill="#8a5a2b"/><circle cx="690" cy="350" r="34" fill="#7a4d24"/>`,
]

/** A picture of what a bakery sells. */
export function bakeryPicture(index: number): Promise<Buffer> {
  const ground = grounds[index % grounds.length] ?? '#8a5a2b'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600">
    <rect width="800" height="600" fill="${ground}"/>
    <circle cx="${560 - index * 60}" cy="180" r="420" fill="#ffffff" opacity="0.12"/>
    ${things[index % things.length]}
  </svg>`
  return sharp(Buffer.from(svg)).resize(800, 600).png().toBuffer()
}

function loaf(width: number): string {
  return `<ellipse cx="400" cy="360" rx="${width}" ry="150" fill="#c98d4b"/>
    <ellipse cx="400" cy="340" rx="${width - 20}" ry="125" fill="#e2b077"/>
    <path d="M260 300l60 90M360 270l70 110M470 270l60 100" stroke="#a86f35" stroke-width="16" stroke-linecap="round"/>`
}
