import sharp from 'sharp'

const grounds = ['#8a5a2b', '#d9b382', '#5b3a1e']

/** A picture of bread, as far as one needs to see that it is a picture. */
export function bakeryPicture(index: number): Promise<Buffer> {
  const ground = grounds[index % grounds.length] ?? '#8a5a2b'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600">
    <rect width="800" height="600" fill="${ground}"/>
    <circle cx="${560 - index * 60}" cy="180" r="420" fill="#ffffff" opacity="0.12"/>
    <ellipse cx="400" cy="360" rx="${250 + index * 20}" ry="150" fill="#c98d4b"/>
    <ellipse cx="400" cy="340" rx="${230 + index * 20}" ry="125" fill="#e2b077"/>
    <path d="M260 300l60 90M360 270l70 110M470 270l60 100" stroke="#a86f35" stroke-width="16" stroke-linecap="round"/>
  </svg>`
  return sharp(Buffer.from(svg)).resize(800, 600).png().toBuffer()
}
