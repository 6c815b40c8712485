// npm run icons: renders the PNG icons of the web app, and the icons and splash screens of the native app, from favicon.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { drawIcon, icons } from './icons/draw.ts'
import { drawNativeImage, nativeImages } from './icons/native.ts'

const folder = new URL('../apps/web/public/', import.meta.url)
const native = new URL('../apps/native/', import.meta.url)
const svg = readFileSync(new URL('favicon.svg', folder), 'utf8')

function write(at: URL, name: string, png: Buffer) {
  mkdirSync(new URL('.', at), { recursive: true })
  writeFileSync(at, png)
  console.log(`${name}: ${png.length} bytes`)
}

for (const icon of icons) write(new URL(icon.file, folder), icon.file, await drawIcon(svg, icon))
for (const image of nativeImages) write(new URL(image.file, native), image.file, await drawNativeImage(svg, image))
