import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const documents = files.filter((file) => /^(?:[A-Z]+\.md|docs\/.*\.md)$/.test(file))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the anchors of the headings in a document, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )

function isLinkAlive(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(dirname(file), path) : file
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(textOf(target)).includes(anchor)
}

/** Whether a file of this name, or with this end of its path, exists. */
const exists = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))

test.each(documents)('the links in %s lead somewhere', (file) => {
  const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const dead = links.filter((link) => !/^(https?|mailto):/.test(link) && !isLinkAlive(file, link))
  expect(dead).toEqual([])
})

test.each(documents)('the tests and the files of the code that %s names exist', (file) => {
  // A decision describes the code of its day. The tests that prove it must still be found.
  const named = file.startsWith('docs/decisions/') ? /`([\w./-]+\.test\.tsx?)`/g : /`([\w./-]*\w\.(?:ts|tsx|mjs|sql))`/g
  const names = [...textOf(file).matchAll(named)].map(([, name = '']) => name)
  expect(names.filter((name) => !exists(name))).toEqual([])
})
