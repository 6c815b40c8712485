import { dirname, join } from 'node:path'
import { importedBy, parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

const web = 'apps/web/src/'
/** The elements in which people type a text of several lines. */
const longInputs = ['Textarea', 'textarea', 'MessageField', 'RichEditor']
/** The hooks that keep a text on the device until it is sent. */
const keepingHooks = ['useDraft', 'useSentText', 'useSavedDraft', 'useSavedValue', 'useAutosave']

/** Checks that each text of several lines of the web app's features is kept on the device until it is sent. */
export function keptTexts() {
  const files = readChangedFiles('kept-texts', sources(), textsIn)
  const findings = lostTexts([...files].map(([path, found]) => ({ path, ...found })))
  const inputs = [...files.values()].filter(({ hasInput }) => hasInput).length
  return { ok: findings.length === 0, remark: `${inputs} files with a text of several lines`, findings }
}

/** Returns whether a module has an input for a text of several lines, whether it calls a hook that keeps texts, and its imports. Exported for its test. */
export function textsIn(code, path) {
  const found = { hasInput: false, keeps: false, imports: [] }
  visitNodes(parseModule(code, path.endsWith('x')), (node) => {
    if (node.type === 'JSXOpeningElement') found.hasInput ||= longInputs.includes(node.name.value)
    if (node.type === 'CallExpression') found.keeps ||= keepingHooks.includes(node.callee.value)
    const imported = importedBy(node)
    if (imported?.startsWith('.')) found.imports.push(join(dirname(path), imported))
  })
  return found
}

/**
 * Returns a finding for each file with such an input whose text nothing keeps. A text is kept by the file itself, by a file of the same feature that
 * renders it, or by a hook that one of these imports. Exported for its test.
 */
export function lostTexts(files) {
  const known = new Map(files.map((file) => [file.path, file]))
  const renderedBy = (path) =>
    files.filter((file) => featureOf(file.path) === featureOf(path) && file.imports.includes(path))
  const isKept = (path, seen = new Set()) => {
    if (seen.has(path)) return false
    seen.add(path)
    return keepsItself(known, path) || renderedBy(path).some((file) => isKept(file.path, seen))
  }
  return files
    .filter(({ path, hasInput }) => hasInput && !isKept(path))
    .map(({ path }) => `${path}: its text is lost if the page closes; keep it with useDraft`)
}

/** Whether a file calls a hook that keeps texts, or a hook that does so. */
function keepsItself(known, path) {
  const file = known.get(path)
  return Boolean(file?.keeps || file?.imports.some((from) => /\/use-[^/]*$/.test(from) && keepsItself(known, from)))
}

const featureOf = (path) => path.split('/').slice(0, 6).join('/')

const sources = () =>
  workTreeFiles(`${web}features/*.ts`, `${web}features/*.tsx`).filter((path) => !/\.(?:test|testing)\.tsx?$/.test(path))
