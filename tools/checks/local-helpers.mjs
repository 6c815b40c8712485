import { parseModule, readChangedFiles, workTreeFiles } from './source-files.mjs'

const features = 'apps/server/src/features/'

/** Checks that no two files of a server feature have a local function with the same name, so that a name has one meaning in a feature. */
export function localHelpers() {
  const found = readChangedFiles('local-helpers', sources(), helpersIn)
  const declared = [...found].map(([path, names]) => ({ path, names }))
  const findings = repeatedHelpers(declared)
  return { ok: findings.length === 0, remark: `${declared.flatMap(({ names }) => names).length} functions`, findings }
}

/** Returns the names of the functions of a module that it does not export. Exported for its test. */
export const helpersIn = (code) => parseModule(code).body.flatMap(namesOf)

function namesOf(statement) {
  if (statement.type === 'FunctionDeclaration') return [statement.identifier.value]
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations
    .filter(({ init }) => init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
    .map(({ id }) => id.value)
}

/** Returns a finding for each name that several files of one feature use for a local function. Exported for its test. */
export function repeatedHelpers(declared) {
  const places = declared.flatMap(({ path, names }) => names.map((name) => ({ path, name })))
  return [...Map.groupBy(places, ({ path, name }) => `${featureOf(path)} ${name}`).values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same[0].name} is a function of ${same.map(({ path }) => path).join(' and ')}`)
}

const featureOf = (path) => path.slice(features.length).split('/').slice(0, 2).join('/')

const sources = () => workTreeFiles(`${features}*.ts`).filter((path) => !/\.(test|testing)\.ts$/.test(path))
