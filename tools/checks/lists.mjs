import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { pageTitleFiles } from './page-titles.mjs'

const contractFolder = 'packages/contract/src'
const serverFolder = 'apps/server/src'
const printWidth = 120

/** Checks that the generated lists contain every feature and every language file. */
export function lists() {
  const findings = expectedFiles()
    .filter(({ file, text }) => readFileSync(join(root, file), 'utf8') !== text)
    .map(
      ({ file }) =>
        `${file} lacks a feature, a language file, or the title of a page, or names what is gone: run npm run lists`,
    )
  return { ok: findings.length === 0, findings }
}

/** Returns the files with generated lists, each with its expected text. */
export function expectedFiles() {
  const inContract = contractParts()
  const records = exportsOf(serverFolder, /\.feature\.ts$/, 'Feature')
  const samples = exportsOf(serverFolder, /\.sample-inputs\.testing\.ts$/, 'Samples')
  const fixtures = exportsOf(serverFolder, /\.fixtures\.testing\.ts$/, 'Fixtures')
  const namespaces = readdirSync(join(root, 'apps/web/src/locales')).toSorted()
  const serverNamespaces = foldersIn(`${serverFolder}/locales`)
  return [
    withParts(`${contractFolder}/contract.ts`, {
      imports: importLines(inContract, './features/'),
      features: inContract.flatMap(({ names }) => names.filter((name) => !name.endsWith('Tables'))).map(entry),
      tables: inContract.flatMap(({ names }) => names.filter((name) => name.endsWith('Tables'))).map(spread),
    }),
    withParts(`${serverFolder}/features.ts`, {
      imports: importLines(records, './features/'),
      features: records.map(({ feature, names }) => `  ${camelCase(feature)}: ${names[0]},`),
    }),
    withParts(`${serverFolder}/testing/samples/sample-input-registry.ts`, {
      imports: importLines(samples, '../../features/'),
      samples: samples.map(({ feature, names }) => `  ${camelCase(feature)}: ${names[0]},`),
    }),
    withParts(`${serverFolder}/testing/fixtures/fixture-registry.ts`, {
      imports: importLines(fixtures, '../../features/'),
      fixtures: fixtures.flatMap(({ names }) => names).map(spread),
    }),
    withParts('apps/web/src/testing/ui-text.ts', {
      namespaces: namespaces.map((name) => `  ${name}: typeof import('../locales/${name}/en.json')`),
    }),
    withParts('e2e/ui-text.ts', {
      namespaces: serverNamespaces.map(
        (name) => `  ${name}: typeof import('../${serverFolder}/locales/${name}/en.json')`,
      ),
    }),
    ...pageTitleFiles(),
  ]
}

const foldersIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((found) => found.isDirectory())
    .map(({ name }) => name)
    .toSorted()

const entry = (name) => `  ${name},`
const spread = (name) => `  ...${name},`

/** Returns the contracts of all features and their tables, by file, in the order of the features. */
function contractParts() {
  return filesOfFeatures(contractFolder, /^(?!.*\.(test|testing)\.ts$).*\.ts$/).flatMap((found) => {
    const text = readFileSync(join(root, contractFolder, 'features', found.path), 'utf8')
    const own = found.path.endsWith(`/${found.feature}.ts`) ? [camelCase(found.feature)] : []
    const tables = Array.from(text.matchAll(/^export const (\w+Tables) = \{/gm), ([, name]) => name)
    const names = [...own, ...tables]
    return names.length === 0 ? [] : [{ ...found, names }]
  })
}

/** Returns the files of all features whose path matches, each with the name that it exports: `clientTag` and the ending. */
const exportsOf = (layer, pattern, ending) =>
  filesOfFeatures(layer, pattern).map((found) => ({ ...found, names: [`${camelCase(found.feature)}${ending}`] }))

/** Returns the files of the features of a layer, sorted by domain, feature and file. `path` is relative to `features`. */
function filesOfFeatures(layer, pattern) {
  const folder = join(root, layer, 'features')
  return readdirSync(folder)
    .toSorted()
    .flatMap((domain) =>
      readdirSync(join(folder, domain))
        .toSorted()
        .flatMap((feature) =>
          readdirSync(join(folder, domain, feature))
            .filter((file) => pattern.test(file))
            .toSorted()
            .map((file) => ({ feature, path: `${domain}/${feature}/${file}` })),
        ),
    )
}

/** Returns import lines as the formatter writes them. */
const importLines = (parts, prefix) =>
  parts.flatMap(({ names, path }) => {
    const line = `import { ${names.join(', ')} } from '${prefix}${path}'`
    if (line.length <= printWidth || names.length === 1) return [line]
    return ['import {', ...names.map(entry), `} from '${prefix}${path}'`]
  })

/** Returns a file with the lines of its generated parts replaced. */
const withParts = (file, parts) => ({ file, text: replaceParts(readFileSync(join(root, file), 'utf8'), parts) })

/**
 * Returns a text with the lines of its generated parts replaced. A part is enclosed by the comments `generated: <name>` and `end`, in code or in
 * Markdown. Throws if a part is missing.
 */
export function replaceParts(text, parts) {
  return Object.entries(parts).reduce((before, [name, lines]) => {
    const begin = new RegExp(`^ *(?://|<!--) generated: ${name}(?: -->)?\\n`, 'm').exec(before)
    const from = begin ? begin.index + begin[0].length : -1
    const to = /^ *(?:\/\/ end|<!-- end -->)$/m.exec(before.slice(Math.max(from, 0)))
    if (from < 0 || !to) throw new Error(`the comments 'generated: ${name}' and 'end' are missing`)
    return `${before.slice(0, from)}${lines.map((line) => `${line}\n`).join('')}${before.slice(from + to.index)}`
  }, text)
}

export const camelCase = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
