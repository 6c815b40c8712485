// npm run icons: renders the PNG icons of the web app from favicon.svg.
import { readFileSync, writeFileSync } from 'node:fs'
import { drawIcon, icons } from './icons/draw.ts'

const folder = new URL('../apps/web/public/', import.meta.url)
const svg = readFileSync(new URL('favicon.svg', folder), 'utf8')
for (const icon of icons) {
  const png = await drawIcon(svg, icon)
  writeFileSync(new URL(icon.file, folder), png)
  console.log(`${icon.file}: ${png.length} bytes`)
}
