import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcon, icons } from './icons/draw.ts'

const at = (file: string) => readFileSync(new URL(`../apps/web/public/${file}`, import.meta.url))
const svg = at('favicon.svg').toString()
const pixels = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

test.each(icons.map((icon) => [icon.file, icon] as const))('%s is drawn from favicon.svg', async (file, icon) => {
  const [kept, drawn] = await Promise.all([pixels(at(file)), drawIcon(svg, icon).then(pixels)])
  expect([kept.info.width, kept.info.height]).toEqual([icon.side, icon.side])
  expect(Buffer.compare(kept.data, drawn.data)).toBe(0)
})

test('the manifest lists the icons with their sizes', () => {
  const manifest = JSON.parse(at('manifest.webmanifest').toString()) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of manifest.icons) {
    const icon = icons.find(({ file }) => src === `/${file}`)
    if (icon) expect(sizes).toBe(`${icon.side}x${icon.side}`)
    else expect(src).toBe('/favicon.svg')
  }
})
