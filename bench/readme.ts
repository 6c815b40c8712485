import { readFileSync, writeFileSync } from 'node:fs'

const ours = new URL('./README.md', import.meta.url)

/** Replaces a section of a README between its markers. */
export function writeSection(part: string, text: string, file = ours): void {
  const readme = readFileSync(file, 'utf8')
  const [from, to] = [`<!-- ${part} -->`, `<!-- /${part} -->`]
  const [before, rest] = readme.split(from)
  const after = rest?.split(to)[1]
  if (before === undefined || after === undefined) throw new Error(`${file.pathname} has no place for ${part}`)
  writeFileSync(file, `${before}${from}\n\n${text}\n\n${to}${after}`)
}
