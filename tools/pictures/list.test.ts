import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { textsByLanguage } from '../checks/languages.mjs'
import { pictureScale, pictureSizes } from './camera.ts'
import { pictures, setupPicture } from './list.ts'

const root = join(import.meta.dirname, '..', '..')
const guides = readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`)
const documents = ['README.md', ...guides].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('the README and the guides show exactly the pictures of the list, and each picture is there', () => {
  const shown = documents.flatMap(({ text }) =>
    Array.from(text.matchAll(/pictures\/([\w-]+)\.png/g), ([, name]) => name),
  )
  const names = [setupPicture, ...pictures].map(({ name }) => name)
  expect([...new Set(shown)].sort()).toEqual([...names].sort())
  expect(names.filter((name) => !existsSync(join(root, `docs/pictures/${name}.png`)))).toEqual([])
})

test('each picture has twice the pixels of the page that it shows', async () => {
  for (const { name, phone } of [setupPicture, ...pictures]) {
    const { width, height } = await sharp(join(root, `docs/pictures/${name}.png`)).metadata()
    const shown = phone ? pictureSizes.phone : pictureSizes.desktop
    expect([width, height], name).toEqual([shown.width, shown.height].map((pixels) => pixels * pictureScale))
  }
})

/** The language of a document: `client.de.md` is in German, a name without a language in English. */
const languageOf = (path: string) => /\.(de|es|fr)\.md$/.exec(path)?.[1] ?? 'en'

test('every label that the README or a guide quotes is a text of the product in its language @slow', () => {
  const byLanguage = textsByLanguage()
  const missing = documents.flatMap(({ path, text }) => {
    const texts = new Set(byLanguage[languageOf(path)]?.map((one) => one.text.replace(/\s+/g, ' ')))
    return Array.from(
      text.replace(/```[^]*?```/g, '').matchAll(/(?<!\*)\*([^*`]+)\*(?!\*)/g),
      ([, label = '']) => label,
    )
      .flatMap((label) => label.replace(/\s+/g, ' ').split(' → '))
      .filter((label) => !texts.has(label))
      .map((label) => `${path}: ${label}`)
  })
  expect(missing).toEqual([])
})

test('the guide for clients is in each language of the product, with the same pictures', () => {
  const picturesIn = (path: string) =>
    Array.from(
      documents.find((one) => one.path === path)?.text.matchAll(/pictures\/([\w-]+)\.png/g) ?? [],
      ([, name]) => name,
    )
  const english = picturesIn('docs/guide/client.md')
  expect(english.length).toBeGreaterThan(5)
  for (const language of ['de', 'es', 'fr']) expect(picturesIn(`docs/guide/client.${language}.md`)).toEqual(english)
})

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

test('the contents of a guide name each of its sections, in order', () => {
  const contents = /^\*\*(?:Contents|Inhalt|Contenido|Sommaire)\*\*\s?:[^]*?\n\n/m
  const long = documents.filter(({ path }) => path.startsWith('docs/guide/') && !path.endsWith('native.md'))
  for (const { path, text } of long) {
    const sections = Array.from(text.replace(/```[^]*?```/g, '').matchAll(/^## (.+)$/gm), ([, name = '']) => name)
    const links = Array.from((contents.exec(text)?.[0] ?? '').matchAll(/\[([^\]]+)\]\(#([^)]+)\)/g))
    expect(
      links.map(([, name, anchor]) => [name, anchor]),
      path,
    ).toEqual(sections.map((name) => [name, anchorOf(name)]))
  }
})
