import { readFile, workTreeFiles } from './source-files.mjs'

/**
 * Names that several files may export. The router requires `Route` in every route file. The other names have the same
 * meaning in every file.
 */
const shared = new Set(['Route', 'hour', 'minute'])
const generated = /\.gen\.ts$|platform\/database\/types\.ts$/
const isTest = /\.test\.tsx?$/

/** Checks that no two files of the repository export the same name, so that a search for a name finds only one declaration. */
export function exportedNames() {
  const files = new Map()
  for (const path of sources()) for (const name of namesIn(path)) files.set(name, [...(files.get(name) ?? []), path])
  const findings = [...files]
    .filter(([name, paths]) => paths.length > 1 && !shared.has(name))
    .map(([name, paths]) => `${name} is exported by ${paths.join(' and ')}`)
  return { ok: findings.length === 0, remark: `${files.size} names`, findings }
}

/** Returns the names of the exported top-level declarations of a file. Ignores re-exports, because they declare nothing. */
function namesIn(path) {
  const text = readFile(path)
  const declared = text.matchAll(
    /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
  )
  const destructured = text.matchAll(/^export const [{[]([^}\]]+)[}\]] =/gm)
  return new Set([
    ...Array.from(declared, ([, name]) => name),
    ...Array.from(destructured, ([, names]) => names.split(',').map((name) => name.replace(/.*:/, '').trim())).flat(),
  ])
}

const sources = () => workTreeFiles('*.ts', '*.tsx').filter((path) => !generated.test(path) && !isTest.test(path))
