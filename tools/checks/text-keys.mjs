import { englishKeys } from './languages.mjs'
import { parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

const defaultNamespace = 'common'

/** Checks that every text that the web app names by a literal or composed key exists. Ignores keys in variables. */
export function textKeys() {
  const texts = Map.groupBy(
    englishKeys().filter(({ place }) => place === 'web'),
    ({ file }) => file,
  )
  const keys = new Map([...texts].map(([namespace, found]) => [namespace, found.map(({ key }) => key)]))
  const named = readChangedFiles('text-keys', sources(), namedKeysIn)
  const findings = [...named].flatMap(([path, found]) => unknownKeys(path, found, keys))
  return { ok: findings.length === 0, remark: `${keys.size} namespaces`, findings }
}

/**
 * Returns a finding for each key in a call of `t` or in an `i18nKey` attribute that does not exist in English. A key without a namespace must exist
 * in a namespace of the file, or in any namespace if the file names none. `keys` contains the keys by namespace. Exported for its test.
 */
export const unknownKeysIn = (path, code, keys) => unknownKeys(path, namedKeysIn(code, path), keys)

/** Returns the keys and the namespaces that a module names. */
function namedKeysIn(code, path) {
  const [named, namespaces] = [[], new Set([defaultNamespace])]
  visitNodes(parseModule(code, path.endsWith('x')), (node) => {
    for (const name of namespacesIn(node)) namespaces.add(name)
    named.push(...keysIn(node))
  })
  return { named, namespaces: [...namespaces] }
}

function unknownKeys(path, { named, namespaces }, keys) {
  const own = namespaces.length > 1 ? namespaces : [...keys.keys()]
  return named
    .filter((parts) => !isKnown(parts, own, keys))
    .map((parts) => `${path} names the text '${parts.join('${…}')}', which no language file has`)
}

function isKnown([head, ...rest], own, keys) {
  const [, namespace, start] = /^(?:(\w+):)?(.*)$/s.exec(head)
  const pattern = new RegExp(`^${[start, ...rest].map(escaped).join('.+')}$`)
  return (namespace ? [namespace] : own).some((name) => keys.get(name)?.some((key) => pattern.test(key)))
}

/** Returns the keys in a call or an attribute, each as the constant parts between inserted values. */
function keysIn(node) {
  const isCall = node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.value === 't'
  if (isCall) return literalsOf(node.arguments[0]?.expression)
  if (node.type !== 'JSXAttribute' || node.name.value !== 'i18nKey') return []
  return literalsOf(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value)
}

function literalsOf(node) {
  if (node?.type === 'StringLiteral') return [[node.value]]
  if (node?.type === 'ConditionalExpression') return [...literalsOf(node.consequent), ...literalsOf(node.alternate)]
  if (node?.type !== 'TemplateLiteral') return []
  return [node.quasis.map(({ cooked, raw }) => cooked ?? raw)]
}

/** Returns the namespaces in a call of `useTranslation` or in a type `TFunction`. */
function namespacesIn(node) {
  const isCall = node.type === 'CallExpression' && ['useTranslation', 'getFixedT'].includes(calleeOf(node))
  const isType = node.type === 'TsTypeReference' && node.typeName.value === 'TFunction'
  const found = []
  if (isCall || isType)
    visitNodes(isCall ? node.arguments : node.typeParams, (inner) => {
      if (inner.type === 'StringLiteral') found.push(inner.value)
    })
  return found
}

const calleeOf = ({ callee }) => callee.property?.value ?? callee.value
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')

const sources = () =>
  workTreeFiles('apps/web/src/*.ts', 'apps/web/src/*.tsx').filter(
    (path) => !/\.(test|testing)\.tsx?$|\/src\/testing\//.test(path),
  )
