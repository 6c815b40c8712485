import { englishKeys } from './languages.mjs'
import { parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

/** The namespace of keys without a namespace, in a file that names no namespace. */
const defaultNamespaces = ['common']

const places = [
  { name: 'web', folder: 'apps/web/src' },
  { name: 'server', folder: 'apps/server/src' },
]

/** Checks that the code uses every text. A text that only a test names counts as unused. */
export function unusedTexts() {
  const keys = englishKeys()
  const findings = places.flatMap(({ name, folder }) => {
    const uses = readChangedFiles(`unused-texts-${name}`, sources(folder), (code, path) =>
      usesIn(code, path.endsWith('x')),
    )
    return unusedKeys(
      keys.filter((key) => key.place === name),
      [...uses.values()],
    )
  })
  return { ok: findings.length === 0, remark: `${keys.length} keys`, findings }
}

/**
 * Returns a finding for each key that no file uses. A key is used if it is a string of a file, or if it matches a
 * template of a file such as `status.${status}`. A string or template that begins with a namespace uses only keys of
 * this namespace. Other strings and templates use keys of the namespaces that the file names, or of every namespace if
 * the file names none. Exported for its test.
 */
export function unusedKeys(keys, uses) {
  const strings = Map.groupBy(
    uses.flatMap(({ strings: own, namespaces }) => own.map((text) => ({ text, namespaces }))),
    ({ text }) => text,
  )
  const patterns = uses.flatMap(({ templates, namespaces }) =>
    templates.map(({ namespace, pattern }) => ({
      namespaces: namespace ? [namespace] : namespaces,
      pattern: new RegExp(pattern),
    })),
  )
  const isUsed = ({ file, key }) =>
    strings.has(`${file}:${key}`) ||
    strings.get(key)?.some(({ namespaces }) => mayUse(namespaces, file)) ||
    patterns.some(({ namespaces, pattern }) => mayUse(namespaces, file) && pattern.test(key))
  return keys
    .filter((key) => !isUsed(key))
    .map(({ file, key }) => `${file}: ${key} is used nowhere; delete it in all languages`)
}

const mayUse = (namespaces, namespace) => !namespaces || namespaces.includes(namespace)

/**
 * Returns the texts of a module that may name keys: its strings, and its templates as patterns, each with the namespace with which it begins; and
 * the namespaces of the keys that begin with none, or null for all namespaces. A part that is inserted into a template can be any text. Exported
 * for its test.
 */
export function usesIn(code, tsx = true) {
  const [strings, templates, named] = [new Set(), [], new Set(defaultNamespaces)]
  visitNodes(parseModule(code, tsx), (node) => {
    for (const name of namespacesIn(node)) named.add(name)
    if (node.type === 'StringLiteral') strings.add(node.value)
    if (node.type !== 'TemplateLiteral' || !node.quasis) return
    const parts = node.quasis.map(({ cooked, raw }) => cooked ?? raw)
    if (parts.length === 1) strings.add(parts[0])
    else if (parts.every((part) => /^[\w.:-]*$/.test(part))) templates.push(parts)
  })
  const namespaces = named.size > defaultNamespaces.length ? [...named] : null
  const names = [...strings].filter((text) => /^[\w-]+$/.test(text)).map(escaped)
  // In a file without a namespace, a template may also be another text, such as a URL. Only a template with a dot or a namespace counts as a key.
  const composed = templates.filter((parts) => namespaces || /[.:]/.test(parts.join('')))
  return { strings: [...strings], templates: composed.map((parts) => patternOf(parts, names)), namespaces }
}

function patternOf([head, ...rest], names) {
  const [, namespace = '', start = ''] = /^(?:(\w+):)?(.*)$/.exec(head)
  const parts = [start, ...rest]
  // `${group}.${name}` would match every key, so its first part must be one of the strings of the file.
  const begin = parts.every((part) => /^\W*$/.test(part)) ? `(?:${names.join('|')})` : `${escaped(start)}.+`
  return { namespace, pattern: `^${begin}${rest.map(escaped).join('.+')}$` }
}

/**
 * Returns the namespace that a call such as `useTranslation('session')` or a type such as `TFunction<'session'>` sets
 * for keys without a namespace. Returns an empty array for any other node. Of several namespaces, returns only the
 * first one, because the types of i18next accept such keys only for the first.
 */
function namespacesIn(node) {
  const isCall = node.type === 'CallExpression' && node.callee.value === 'useTranslation'
  const isType = node.type === 'TsTypeReference' && node.typeName.value === 'TFunction'
  if (!isCall && !isType) return []
  const found = []
  visitNodes(isCall ? node.arguments : node.typeParams, (inner) => {
    if (inner.type === 'StringLiteral') found.push(inner.value)
  })
  return found.slice(0, 1)
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')

const sources = (folder) =>
  workTreeFiles(`${folder}/*.ts`, `${folder}/*.tsx`).filter(
    (path) => !/\.(test|testing)\.tsx?$|\/src\/testing\/|\.gen\.ts$/.test(path),
  )
