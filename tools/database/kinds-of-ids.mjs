import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

const folder = 'packages/contract/src'

/**
 * Returns the files of the contract that define kinds of ids, with the names of their types: the file of the ids that several features use, and the
 * contracts of features with an id of their own.
 */
export function filesWithIds() {
  return ['common/ids.ts', ...contractsOfFeatures()]
    .map((name) => ({ path: `${folder}/${name}`, kinds: kindsIn(readFileSync(join(root, folder, name), 'utf8')) }))
    .filter(({ kinds }) => kinds.length > 0)
}

/** Returns the names of the types of ids that a file of the contract defines. Exported for its test. */
export const kindsIn = (text) => Array.from(text.matchAll(/^export type (\w+Id) =\s+IdOf</gm), ([, kind]) => kind)

/** Returns the name under which other packages import a file of the contract. */
export const moduleOf = (path) => path.replace(`${folder}/`, '@attune/contract/').replace(/\.ts$/, '')

const contractsOfFeatures = () =>
  readdirSync(join(root, folder, 'features'), { recursive: true })
    .map((name) => `features/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name))
    .toSorted()
