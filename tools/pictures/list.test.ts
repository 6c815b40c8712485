import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTexts } from '../checks/languages.mjs'
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

test('every label that the README or a guide quotes is a text of the product', () => {
  const texts = new Set(allTexts())
  const missing = documents.flatMap(({ path, text }) =>
    Array.from(text.replace(/```[^]*?```/g, '').matchAll(/(?<!\*)\*([^*`]+)\*(?!\*)/g), ([, label = '']) => label)
      .flatMap((label) => label.replace(/\s+/g, ' ').split(' → '))
      .filter((label) => !texts.has(label))
      .map((label) => `${path}: ${label}`),
  )
  expect(missing).toEqual([])
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
