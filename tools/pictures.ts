// npm run pictures [words]: takes the pictures of the README and the guides from the demo practice. With words, takes
// only the pictures with one of the words in their name.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCamera } from './pictures/camera.ts'
import { pictures, setupPicture } from './pictures/list.ts'
import { startDemoProduct } from './pictures/product.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const words = process.argv.slice(2)
const isWanted = ({ name }: { name: string }) => words.length === 0 || words.some((word) => name.includes(word))

mkdirSync(folder, { recursive: true })
const product = await startDemoProduct()
const camera = await openCamera(product.app.address, product.shownAt)
let total = 0
const save = (name: string, png: Buffer) => {
  total += png.length
  writeFileSync(join(folder, `${name}.png`), png)
  console.log(`${name}.png: ${Math.round(png.length / 1000)} kB`)
}
try {
  const link = product.app.setupLink ?? ''
  if (isWanted(setupPicture)) save(setupPicture.name, await camera.take(setupPicture, null, link))
  const people = await product.fill()
  for (const picture of pictures.filter(isWanted)) {
    const person = people[picture.by]
    save(picture.name, await camera.take(picture, person, await picture.path(person.api)))
  }
  console.log(`together ${Math.round(total / 1000)} kB`)
} finally {
  await camera.close()
  await product.stop()
}
