import { parseSync } from '@swc/core'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { englishKeys } from './languages.mjs'

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
    const uses = sources(folder).map((path) => usesIn(readFileSync(join(root, path), 'utf8'), path.endsWith('x')))
    return unusedKeys(
      keys.filter((key) => key.place === name),
      uses,
    )
  })
  return { ok: findings.length === 0, remark: `${keys.length} keys`, findings }
}

/**
 * Returns a finding for each key that no file uses. A key is used if it is a string of a file, or if it matches a
 * template of a file such as `status.${status}`. Exported for its test.
 */
export function unusedKeys(keys, uses) {
  return keys
    .filter(({ file, key }) => !uses.some((use) => use.test(file, key)))
    .map(({ file, key }) => `${file}: ${key} is used nowhere; delete it in all languages`)
}

/**
 * Returns an object with the method `test(namespace, key)`, which returns whether a file may use a key. A string or
 * template that begins with a namespace uses only keys of this namespace. Other strings and templates use keys of the
 * namespaces that the file names, or of every namespace if the file names none. A part that is inserted into a template
 * can be any text. Exported for its test.
 */
export function usesIn(code, tsx = true) {
  const [strings, templates, namespaces] = [new Set(), [], new Set(defaultNamespaces)]
  visit(parseSync(code, { syntax: 'typescript', tsx }), (node) => {
    for (const name of namespacesIn(node)) namespaces.add(name)
    if (node.type === 'StringLiteral') strings.add(node.value)
    if (node.type !== 'TemplateLiteral' || !node.quasis) return
    const parts = node.quasis.map(({ cooked, raw }) => cooked ?? raw)
    if (parts.length === 1) strings.add(parts[0])
    else if (parts.every((part) => /^[\w.:-]*$/.test(part))) templates.push(parts)
  })
  const own = namespaces.size > defaultNamespaces.length ? namespaces : null
  const names = [...strings].filter((text) => /^[\w-]+$/.test(text)).map(escaped)
  // In a file without a namespace, a template may also be another text, such as a URL. Only a template with a dot or a namespace counts as a key.
  const composed = templates.filter((parts) => own || /[.:]/.test(parts.join('')))
  const patterns = composed.map(([head, ...rest]) => {
    const [, namespace = '', start = ''] = /^(?:(\w+):)?(.*)$/.exec(head)
    const parts = [start, ...rest]
    // `${group}.${name}` would match every key, so its first part must be one of the strings of the file.
    const begin = parts.every((part) => /^\W*$/.test(part)) ? `(?:${names.join('|')})` : `${escaped(start)}.+`
    return { namespace, pattern: new RegExp(`^${begin}${rest.map(escaped).join('.+')}$`) }
  })
  return {
    test: (namespace, key) =>
      strings.has(`${namespace}:${key}`) ||
      ((!own || own.has(namespace)) && strings.has(key)) ||
      patterns.some(
        (one) => (one.namespace ? one.namespace === namespace : !own || own.has(namespace)) && one.pattern.test(key),
      ),
  }
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
  visit(isCall ? node.arguments : node.typeParams, (inner) => {
    if (inner.type === 'StringLiteral') found.push(inner.value)
  })
  return found.slice(0, 1)
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')

function visit(node, found) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') found(node)
  for (const child of Object.values(node)) visit(child, found)
}

function sources(folder) {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', `${folder}/*.ts`, `${folder}/*.tsx`],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter(
      (path) =>
        path && !/\.(test|testing)\.tsx?$|\/src\/testing\/|\.gen\.ts$/.test(path) && existsSync(join(root, path)),
    )
}
